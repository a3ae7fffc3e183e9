package app;

class Base {
    String inherited() {
        return "inherited by " + getClass().getSimpleName();
    }
}
