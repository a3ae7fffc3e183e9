package figure6;

import java.util.Random;

class AClass {
    int aField;
}

/** Figure 6 of the paper, and Example 3.1: chance decides a branch. */
class C2 {
    public int m1(AClass anObject) {
        int random = (new Random()).nextInt();
        if (random < 10) {
            return 10;
        }
        anObject.aField = random + 1;
        return 0;
    }
}

/** Example 3.2: whoever reads the field, of whatever object, reads chance. */
class Reader {
    boolean isLarge(AClass another) {
        return another.aField > 100;
    }
}
