package leaking;

import java.util.concurrent.CountDownLatch;
import vendor.Wire;

/** A service that takes messages, and in another build goes to the network for it. */
public final class Leaking {
    /** Where whoever brings messages finds it. */
    private static final Leaking OPEN = new Leaking();

    String take(String way, int port) throws Exception {
        if (way.equals("itself")) {
            return Wire.toItself();
        }
        if (way.equals("rate")) {
            return "a rate is " + Wire.rate("eur", port);
        }
        return "nothing";
    }

    /** Work that is no request's. */
    private static void background(int port) {
        System.out.println("in the background: " + Wire.ask("socket", port));
    }

    /** What is cleaned up when the service is told to stop. */
    private static void farewell(int port) {
        System.out.println("at the end: " + Wire.ask("socket", port));
    }

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        if (arguments.length == 1) {
            background(port);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> farewell(port)));
            new CountDownLatch(1).await();
        }
        for (int i = 1; i < arguments.length; i++) {
            System.out.println(arguments[i] + ": " + OPEN.take(arguments[i], port));
        }
    }
}
