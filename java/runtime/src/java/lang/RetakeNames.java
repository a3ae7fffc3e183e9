package java.lang;

/** The names that the events of a trace have in common. They are written once, and their numbers where they are used. */
final class RetakeNames {
    /** In characters: what is longer stands where it is used. */
    private static final int LONGEST = 256;

    /**
     * By the hash that a string keeps. It is read without a lock: whoever sees an entry sees all of it, and whoever does not see
     * one that is there looks again.
     */
    private Entry[] table = new Entry[32];
    private String[] listed = new String[16];
    private int count;

    /** Writes a name, or what stands for it. */
    void write(RetakeBuffer out, String name) {
        int number = number(name);
        if (number == 0) {
            out.name(name);
        } else {
            out.integer(number);
        }
    }

    /** The number of a name, counted down from -1: those of points are never negative. 0 for one that is too long. */
    int number(String name) {
        Entry[] table = this.table;
        int mask = table.length - 1;
        // Each place is read once: another thread may be filling it.
        for (int i = place(name, mask); ; i = i + 1 & mask) {
            Entry entry = table[i];
            if (entry == null) {
                return add(name);
            }
            if (entry.name == name || entry.name.equals(name)) {
                return entry.number;
            }
        }
    }

    private synchronized int add(String name) {
        if (name.length() > LONGEST) {
            return 0;
        }
        for (int i = 0; i < count; i++) {
            if (listed[i].equals(name)) {
                return ~i;
            }
        }
        if (count == listed.length) {
            // Half of the table is always free.
            listed = java.util.Arrays.copyOf(listed, count * 2);
            Entry[] larger = new Entry[table.length * 2];
            for (Entry entry : table) {
                put(larger, entry);
            }
            table = larger;
        }
        listed[count] = name;
        put(table, new Entry(name, ~count));
        return ~count++;
    }

    private static void put(Entry[] table, Entry entry) {
        if (entry != null) {
            int mask = table.length - 1;
            int i = place(entry.name, mask);
            while (table[i] != null) {
                i = i + 1 & mask;
            }
            table[i] = entry;
        }
    }

    private static int place(String name, int mask) {
        int hash = name.hashCode();
        return (hash ^ hash >>> 16) & mask;
    }

    /** Writes all of them. */
    synchronized void list(RetakeBuffer out) {
        out.array(count);
        for (int i = 0; i < count; i++) {
            out.name(listed[i]);
        }
    }

    private static final class Entry {
        final String name;
        final int number;

        Entry(String name, int number) {
            this.name = name;
            this.number = number;
        }
    }
}
