package shop;

import java.util.ServiceLoader;

/** Objects that no code makes: a file of services names their class. */
interface Codec {
    void encode(long time);

    void decode(long time);
}

class Fast implements Codec {
    static int made;

    public Fast() {
        made++;
    }

    public void encode(long time) {
        if (time > 5) {
            System.out.println("late");
        }
    }

    public void decode(long time) {}
}

/** Nobody provides this one, and nobody makes one. */
class Slow implements Codec {
    static int made;

    Slow() {
        made++;
    }

    public void encode(long time) {}

    public void decode(long time) {
        if (time > 5) {
            System.out.println("late");
        }
    }
}

class App {
    public static void main(String[] args) {
        new App().send();
        new App().receive();
        made();
    }

    static int made() {
        return Fast.made + Slow.made;
    }

    void send() {
        ServiceLoader.load(Codec.class).iterator().next().encode(System.currentTimeMillis());
    }

    void receive() {
        for (Codec codec : ServiceLoader.load(Codec.class)) {
            codec.decode(System.currentTimeMillis());
        }
    }
}
