package java.lang;

/** The regions of all requests, by the identity of their operators, which are never wrapped. */
final class RetakeRegions {
    private static final int STRIPES = 64;
    private static final int BUCKETS = 64;
    private static final RetakeRegion[][] tables = new RetakeRegion[STRIPES][BUCKETS];
    private static final Object counting = new Object();
    /** How many there are; hooks that look for one end here while there is none. */
    static volatile int pending;

    private RetakeRegions() {}

    static void forget() {
        for (RetakeRegion[] table : tables) {
            synchronized (table) {
                java.util.Arrays.fill(table, null);
            }
        }
        synchronized (counting) {
            pending = 0;
        }
    }

    /** An operator is made, or what it emits to comes to it. Inside of a point it is the library's own. */
    static void open(RetakeThread t, RetakeHook hook, Object operator) {
        if (t.branch != null && t.owned == 0 && !t.branch.trace.givenUp) {
            put(operator, t.branch, hook.name.endsWith("*"));
        }
    }

    static void put(Object operator, RetakeBranch parent, boolean bag) {
        int hash = System.identityHashCode(operator);
        RetakeRegion[] table = tables[hash & STRIPES - 1];
        int slot = hash >>> 6 & BUCKETS - 1;
        int gone = 0;
        synchronized (table) {
            RetakeRegion before = null;
            for (RetakeRegion r = table[slot]; r != null; r = r.next) {
                Object known = r.get();
                if (known == operator && !r.parent.trace.isOver()) {
                    return;
                }
                if (known == null || r.parent.trace.isOver()) {
                    if (before == null) {
                        table[slot] = r.next;
                    } else {
                        before.next = r.next;
                    }
                    gone++;
                } else {
                    before = r;
                }
            }
            RetakeRegion added = new RetakeRegion(operator, hash, parent, bag);
            added.next = table[slot];
            table[slot] = added;
        }
        synchronized (counting) {
            pending = Math.max(0, pending + 1 - gone);
        }
    }

    private static RetakeRegion find(Object operator) {
        if (pending == 0) {
            return null;
        }
        int hash = System.identityHashCode(operator);
        RetakeRegion[] table = tables[hash & STRIPES - 1];
        synchronized (table) {
            for (RetakeRegion r = table[hash >>> 6 & BUCKETS - 1]; r != null; r = r.next) {
                if (r.hash == hash && r.get() == operator) {
                    return r;
                }
            }
            return null;
        }
    }

    /** This thread drives an operator on. What is no request's, or belongs to one that is over, stays where it is. */
    static void enter(RetakeThread t, RetakeHook hook, Object operator, Object[] args) {
        if (hook.name.startsWith("on")) {
            RetakePublishers.heard(t, hook.name, operator, args);
        }
        RetakeRegion region = find(operator);
        RetakeBranch branch = region == null ? null : region.parent.trace.come(region);
        if (branch == null) {
            t.suspend(t.branch, t.owned, false);
        } else {
            t.suspend(branch, 0, true);
        }
    }
}
