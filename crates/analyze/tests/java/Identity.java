package identity;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Where an object is in memory: a source only where the code shows that the class has nothing better to say. */
class Identity {
    static final class Plain {
        private String note;
    }

    static final class Named {
        private final Plain plain;

        Named(Plain plain) {
            this.plain = plain;
        }

        @Override
        public String toString() {
            return "named " + String.valueOf(plain).length();
        }
    }

    record Point(int x, int y) {}

    enum Color { RED, GREEN }

    static class Base {}

    static final class Derived extends Base {
        @Override
        public String toString() {
            return "derived";
        }
    }

    record Pair<A, B>(A first, B second) {}

    static int hash() {
        return new Plain().hashCode();
    }

    static int hashOfObject() {
        return new Object().hashCode();
    }

    static int system() {
        return System.identityHashCode("a");
    }

    static String text() {
        return new Plain().toString();
    }

    static String joined() {
        return "is " + new Plain();
    }

    static int objects(Plain plain) {
        return Objects.hashCode(plain);
    }

    // Through a text of its own.
    static String inside() {
        return "of " + new Named(new Plain());
    }

    static Pair<String, String> insidePair(String s) {
        Plain plain = new Plain();
        String text = "of " + new Named(plain);
        return new Pair<>(s, text);
    }

    // Missed: the list asks its elements, and nobody knows what they are.
    static String inList() {
        return List.of(new Plain()).toString();
    }

    // What follows must not be points.

    static int ofRecord(int x) {
        return new Point(x, 1).hashCode();
    }

    static String ofEnum(boolean red) {
        return "is " + (red ? Color.RED : Color.GREEN);
    }

    static int ofText(String s) {
        return s.hashCode();
    }

    static String ofAnything(Object any) {
        return "is " + any;
    }

    static String ofSubclass(Base base) {
        return base.toString();
    }

    static boolean ofSet(String s) {
        Set<String> names = new HashSet<>();
        names.add(s);
        return names.contains("a") && names.hashCode() > 0;
    }

    public static void main(String[] args) {
        System.out.println(hash() + hashOfObject() + system() + text() + joined() + objects(new Plain()) + inside());
        System.out.println(insidePair(args[0]) + inList());
        System.out.println(ofRecord(1) + ofEnum(true) + ofText("a") + ofAnything(args) + ofSubclass(new Derived()));
        System.out.println(ofSet("b"));
    }
}
