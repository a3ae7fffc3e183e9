package rooms;

import java.io.Serializable;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.annotation.DubboService;
import org.apache.dubbo.config.spring.context.annotation.EnableDubbo;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Books rooms for whoever calls with Dubbo's own protocol, then ends. */
public final class Rooms {
    /** What others know. */
    public interface Booking {
        Receipt book(Request request, int nights) throws Full;

        List<String> free(String... wanted);
    }

    /** What is asked. */
    public static final class Request implements Serializable {
        private static final long serialVersionUID = 1;
        private String guest;
        private List<String> wishes;

        public Request() {}

        Request(String guest, List<String> wishes) {
            this.guest = guest;
            this.wishes = wishes;
        }
    }

    /** What is answered. */
    public static final class Receipt implements Serializable {
        private static final long serialVersionUID = 1;
        private String guest;
        private long at;

        public String getGuest() {
            return guest;
        }

        public long getAt() {
            return at;
        }
    }

    /** No room. */
    public static final class Full extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Full(String message) {
            super(message);
        }
    }

    /** The provider. */
    @DubboService
    public static class Hotel implements Booking {
        @Override
        public Receipt book(Request request, int nights) throws Full {
            if (nights > 30) {
                throw new Full(request.guest + " stays too long");
            }
            Receipt receipt = new Receipt();
            receipt.guest = request.guest;
            receipt.at = System.currentTimeMillis();
            return receipt;
        }

        @Override
        public List<String> free(String... wanted) {
            return List.of(wanted[(int) (System.nanoTime() % wanted.length)]);
        }
    }

    /** How Dubbo is set up: no registry, and a port that is free. */
    @Configuration
    @EnableDubbo(scanBasePackages = "rooms")
    public static class Setup {
        @Bean
        public ApplicationConfig application() {
            ApplicationConfig application = new ApplicationConfig("rooms");
            application.setQosEnable(false);
            return application;
        }

        @Bean
        public RegistryConfig registry() {
            return new RegistryConfig("N/A");
        }

        @Bean
        public ProtocolConfig protocol() {
            ProtocolConfig protocol = new ProtocolConfig("dubbo", Integer.getInteger("rooms.port"));
            protocol.setHost("127.0.0.1");
            return protocol;
        }
    }

    private Rooms() {}

    public static void main(String[] arguments) throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            System.setProperty("rooms.port", String.valueOf(free.getLocalPort()));
        }
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Setup.class)) {
            if (arguments.length > 0) {
                // Somebody else books.
                new CountDownLatch(1).await();
            }
            ReferenceConfig<Booking> reference = new ReferenceConfig<>();
            reference.setInterface(Booking.class);
            reference.setUrl("dubbo://127.0.0.1:" + Integer.getInteger("rooms.port"));
            reference.setScope("remote");
            reference.setTimeout(60_000);
            reference.setRetries(0);
            Booking booking = reference.get();
            for (int i = 0; i < 3; i++) {
                book(booking, "a" + i, i);
            }
            try {
                book(booking, "b", 31);
            } catch (Full e) {
                System.out.println("refused: " + e.getMessage());
            }
            System.out.println("free " + booking.free("one", "two"));
            ExecutorService guests = Executors.newFixedThreadPool(8);
            for (int i = 0; i < 40; i++) {
                int nights = i;
                guests.execute(() -> book(booking, "c" + nights, nights % 30));
            }
            guests.shutdown();
            guests.awaitTermination(60, TimeUnit.SECONDS);
        }
        System.exit(0);
    }

    private static void book(Booking booking, String guest, int nights) {
        Receipt receipt = booking.book(new Request(guest, List.of("quiet")), nights);
        System.out.println(receipt.getGuest() + " at " + receipt.getAt());
    }
}
