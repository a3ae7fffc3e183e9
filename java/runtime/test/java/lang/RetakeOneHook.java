package java.lang;

/** A hook is one object, however many threads come to it first. Ends with an exception where that is not so. */
public final class RetakeOneHook {
    private RetakeOneHook() {}

    public static void main(String[] arguments) {
        for (int number : new int[] {0, 255, 256, 1000}) {
            RetakeHook first = hook(number);
            check(RetakeHooks.put(first) == first, "nobody was there before");
            check(RetakeHooks.put(hook(number)) == first, "another thread came second");
            check(RetakeHooks.numbered(number) == first, "the first one stays");
        }
        System.out.println("all as expected");
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private static RetakeHook hook(int number) {
        return new RetakeHook(number, RetakeHook.STREAM, "read()I", "", 'I', false, new String[0]);
    }
}
