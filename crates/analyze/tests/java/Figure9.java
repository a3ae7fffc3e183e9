package figure9;

import java.util.Random;

class SomeClass {
    int someField;
}

/** Figure 9 of the paper: a function that does more than give what depends on chance. */
class C3 {
    public int m1(SomeClass someObject) {
        someObject.someField = 1;
        return (new Random()).nextInt();
    }
}
