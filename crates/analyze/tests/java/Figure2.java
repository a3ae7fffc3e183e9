package figure2;

import java.util.Random;

/** Figure 2 of the paper: chance that only a log sees. */
class C1 {
    public static long m2(long input) {
        printLog((new Random()).nextInt());
        return input;
    }

    // Example 3.3: nothing comes out of it.
    private static void printLog(int number) {
        System.out.println(number);
    }
}
