package java.lang;

/**
 * The objects of one event, so that the same object is written once. Most events have few: those are compared one by one,
 * because giving an object an identity hash is dear. From some number on, a table is kept.
 */
final class RetakeSeen {
    private static final int FEW = 16;
    private static final Object FORGOTTEN = new Object();

    private Object[] objects = new Object[FEW];
    private int count;
    /** Where the objects are, once they are many; kept from event to event. */
    private int[] table;
    private boolean many;

    /** Forgets all of them. */
    void clear() {
        if (objects.length > 1024) {
            objects = new Object[FEW];
            table = null;
        } else {
            for (int i = 0; i < count; i++) {
                objects[i] = null;
            }
        }
        many = false;
        count = 0;
    }

    /** All of them, by their numbers. */
    Object[] all() {
        return java.util.Arrays.copyOf(objects, count);
    }

    int count() {
        return count;
    }

    /** Forgets an object. Its place stays taken, so that what was found behind it is found again. */
    void forget(Object value) {
        for (int i = 0; i < count; i++) {
            if (objects[i] == value) {
                objects[i] = FORGOTTEN;
            }
        }
    }

    /** Forgets all but the first so many. */
    void cut(int known) {
        while (count > known) {
            objects[--count] = null;
        }
        if (many) {
            look();
        }
    }

    /** The number of an object written before; -1 for a new one, which gets the next number. */
    int number(Object value) {
        int known = find(value);
        if (known >= 0) {
            return known;
        }
        if (count == objects.length || count == FEW && !many) {
            look();
        }
        objects[count] = value;
        count++;
        if (many) {
            table[slot(value)] = count;
        }
        return -1;
    }

    /** The number of an object; -1 if it has none. */
    int find(Object value) {
        if (many) {
            return table[slot(value)] - 1;
        }
        for (int i = 0; i < count; i++) {
            if (objects[i] == value) {
                return i;
            }
        }
        return -1;
    }

    /** From here on the objects are looked up; with room for more of them. */
    private void look() {
        if (count == objects.length) {
            objects = java.util.Arrays.copyOf(objects, count * 4);
        }
        if (table == null || table.length < objects.length * 2) {
            table = new int[objects.length * 2];
        } else {
            java.util.Arrays.fill(table, 0);
        }
        many = true;
        for (int i = 0; i < count; i++) {
            table[slot(objects[i])] = i + 1;
        }
    }

    /** Where the number of an object is, or would be, in the table; numbers count from 1 there. */
    private int slot(Object value) {
        int mask = table.length - 1;
        int i = System.identityHashCode(value) & mask;
        while (table[i] != 0 && objects[table[i] - 1] != value) {
            i = i + 1 & mask;
        }
        return i;
    }
}
