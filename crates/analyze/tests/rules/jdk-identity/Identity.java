package sample;

import java.util.Objects;

class Identity {
    static final class Plain {}

    record Named(String name) {}

    int identity(Object any) {
        return System.identityHashCode(any);
    }

    // Nearly always a hash of the class's own.
    int hash(Object any) {
        return any.hashCode();
    }

    int plain() {
        return new Plain().hashCode();
    }

    int plainOrNull() {
        return Objects.hashCode(new Plain());
    }

    int named() {
        return new Named("a").hashCode();
    }

    String text() {
        return new Plain().toString();
    }

    String joined() {
        return String.valueOf(new Plain());
    }

    String textOrNull() {
        return Objects.toString(new Plain());
    }
}
