package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * The word in which an object says of which class it is. To ask an object for its class leads through three other places of memory, which
 * are rarely at hand; this word stands in the object itself. It means one class as long as that class is there.
 */
final class RetakeClassWord {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    /** Where it is when classes are named by 32 bits behind the first word of an object, as they are unless somebody has said otherwise. */
    private static final long PLACE = 8;
    /**
     * The same, or 0 if it is not there. Not final: where the JVM's compiler sees that what is read is the class, it calls native code
     * to read it.
     */
    private static long place = isThere() ? PLACE : 0;

    private int field;

    private RetakeClassWord() {}

    /** Whether objects are laid out like that: then their fields begin right behind the word, and the elements of arrays behind a length. */
    private static boolean isThere() {
        try {
            long first = UNSAFE.objectFieldOffset(RetakeClassWord.class.getDeclaredField("field"));
            if (first != PLACE + 4 || RetakeBuffer.BASE != PLACE + 8) {
                return false;
            }
        } catch (NoSuchFieldException e) {
            return false;
        }
        int own = UNSAFE.getInt(new RetakeClassWord(), PLACE);
        return own != 0 && own == UNSAFE.getInt(new RetakeClassWord(), PLACE) && own != UNSAFE.getInt("", PLACE)
                && UNSAFE.getInt("", PLACE) == UNSAFE.getInt("another", PLACE);
    }

    /** The word of an object, which is not null; 0 if it is not known where it is. */
    static int of(Object object) {
        long at = place;
        return at != 0 ? UNSAFE.getInt(object, at) : 0;
    }
}
