package figure1;

import java.util.Random;

/** Figure 1 of the paper: what a function gives depends on chance. */
class C1 {
    public static String m1(String input) {
        return input + toString((new Random()).nextInt());
    }

    // Example 3.3: what goes in comes out.
    private static String toString(int number) {
        return Integer.toString(number);
    }
}
