package parcels;

import com.alipay.sofa.rpc.config.ConsumerConfig;
import com.alipay.sofa.rpc.config.ProviderConfig;
import com.alipay.sofa.rpc.config.ServerConfig;
import com.alipay.sofa.rpc.context.RpcRuntimeContext;
import java.io.IOException;
import java.io.Serializable;
import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Takes parcels from whoever calls over Bolt, then ends. */
public final class Parcels {
    /** What others know. */
    public interface Desk {
        Label send(Parcel parcel, double weight) throws Refused;
    }

    /** What is sent. */
    public static final class Parcel implements Serializable {
        private static final long serialVersionUID = 1;
        private String to;
        private Map<String, Integer> content = new LinkedHashMap<>();
    }

    /** What is stuck onto it. */
    public static final class Label implements Serializable {
        private static final long serialVersionUID = 1;
        private String to;
        private long at;

        public String getTo() {
            return to;
        }

        public long getAt() {
            return at;
        }
    }

    /** It is too heavy. */
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        public Refused(String message) {
            super(message);
        }
    }

    /** The provider. */
    static final class Office implements Desk {
        @Override
        public Label send(Parcel parcel, double weight) throws Refused {
            if (weight > 31.5) {
                throw new Refused(parcel.to + " is too heavy");
            }
            Label label = new Label();
            label.to = parcel.to;
            label.at = System.currentTimeMillis();
            return label;
        }
    }

    private Parcels() {}

    public static void main(String[] arguments) throws Exception {
        int port = free();
        ServerConfig server = new ServerConfig().setProtocol("bolt").setHost("127.0.0.1").setPort(port).setDaemon(true);
        new ProviderConfig<Desk>()
                .setInterfaceId(Desk.class.getName())
                .setRef(new Office())
                .setServer(server)
                .setRegister(false)
                .export();
        if (arguments.length > 0) {
            // Somebody else sends.
            new CountDownLatch(1).await();
        }
        Desk desk = new ConsumerConfig<Desk>()
                .setInterfaceId(Desk.class.getName())
                .setProtocol("bolt")
                .setDirectUrl("bolt://127.0.0.1:" + port)
                .setInJVM(false)
                .setTimeout(60_000)
                .setConnectTimeout(30_000)
                .refer();
        for (int i = 0; i < 3; i++) {
            send(desk, "a" + i, i / 2.0);
        }
        send(desk, "b", 40);
        ExecutorService senders = Executors.newFixedThreadPool(8);
        for (int i = 0; i < 40; i++) {
            int number = i;
            senders.execute(() -> send(desk, "c" + number, number / 2.0));
        }
        senders.shutdown();
        senders.awaitTermination(60, TimeUnit.SECONDS);
        RpcRuntimeContext.destroy();
        System.exit(0);
    }

    private static void send(Desk desk, String to, double weight) {
        Parcel parcel = new Parcel();
        parcel.to = to;
        parcel.content.put("books", 2);
        try {
            Label label = desk.send(parcel, weight);
            System.out.println(label.getTo() + " at " + label.getAt());
        } catch (Refused e) {
            System.out.println("refused: " + e.getMessage());
        }
    }

    private static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
