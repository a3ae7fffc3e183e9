package post;

import com.alipay.sofa.rpc.config.ConsumerConfig;
import com.alipay.sofa.rpc.config.ProviderConfig;
import com.alipay.sofa.rpc.config.ServerConfig;
import com.alipay.sofa.rpc.context.RpcRuntimeContext;
import java.io.Serializable;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** What the office offers and what it uses, and the process that is on the other side of both. */
public final class Post {
    /** What the office offers. */
    public interface Desk {
        Label send(Parcel parcel, double weight) throws Refused;
    }

    /** What the office uses, from another process. */
    public interface Courier {
        Tour collect(long number, double weight) throws Refused;
    }

    /** What is sent. */
    public static final class Parcel implements Serializable {
        private static final long serialVersionUID = 1;
        private String to;

        public Parcel() {}

        public Parcel(String to) {
            this.to = to;
        }

        public String getTo() {
            return to;
        }
    }

    /** What is stuck onto it. */
    public static final class Label implements Serializable {
        private static final long serialVersionUID = 1;
        private String text;

        public Label() {}

        public Label(String text) {
            this.text = text;
        }

        public String getText() {
            return text;
        }
    }

    /** Who comes for it, and where it is brought. */
    public static final class Tour implements Serializable {
        private static final long serialVersionUID = 1;
        private String driver;
        private List<String> stops = new ArrayList<>();

        public String getDriver() {
            return driver;
        }

        public List<String> getStops() {
            return stops;
        }
    }

    /** It is too heavy. */
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        public Refused(String message) {
            super(message);
        }
    }

    /** Another driver for each parcel. */
    private static final class Drivers implements Courier {
        private int tours;

        @Override
        public synchronized Tour collect(long number, double weight) throws Refused {
            if (weight > 31.5) {
                throw new Refused(number + " is too heavy");
            }
            Tour tour = new Tour();
            tour.driver = "driver " + ++tours;
            tour.stops.add("depot " + number % 7);
            return tour;
        }
    }

    private Post() {}

    /** Serves as the courier until it is killed, or sends parcels to the desk: PORT [PARCELS [THREADS [A_SECOND]]]. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            serve();
            return;
        }
        int[] wanted = {0, 10, 1, 1000};
        for (int i = 0; i < arguments.length; i++) {
            wanted[i] = Integer.parseInt(arguments[i]);
        }
        send(desk(wanted[0]), wanted[1], wanted[2], wanted[3]);
        RpcRuntimeContext.destroy();
        System.exit(0);
    }

    private static void serve() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        new ProviderConfig<Courier>()
                .setInterfaceId(Courier.class.getName())
                .setRef(new Drivers())
                .setServer(new ServerConfig().setProtocol("bolt").setHost("127.0.0.1").setPort(port))
                .setRegister(false)
                .export();
        System.out.println("courier ready on " + port);
        new CountDownLatch(1).await();
    }

    private static Desk desk(int port) {
        return new ConsumerConfig<Desk>()
                .setInterfaceId(Desk.class.getName())
                .setProtocol("bolt")
                .setDirectUrl("bolt://127.0.0.1:" + port)
                .setTimeout(60_000)
                .setConnectTimeout(30_000)
                .refer();
    }

    /** Sends so many parcels, each when it is due; with one thread, they arrive in order. */
    private static void send(Desk desk, int parcels, int threads, int aSecond) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        long begin = System.nanoTime();
        Runnable sender = () -> {
            for (int i = next.getAndIncrement(); i < parcels; i = next.getAndIncrement()) {
                LockSupport.parkNanos(begin + i * 1_000_000_000L / aSecond - System.nanoTime());
                send(desk, i);
            }
        };
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(new Thread(sender));
        }
        all.forEach(Thread::start);
        for (Thread thread : all) {
            thread.join();
        }
    }

    private static void send(Desk desk, int i) {
        try {
            Label label = desk.send(new Parcel("a" + i), i % 10 * 4);
            System.out.println("label " + label.getText());
        } catch (Refused e) {
            System.out.println("refused " + e.getMessage());
        } catch (RuntimeException e) {
            System.out.println("failed " + e);
        }
    }
}
