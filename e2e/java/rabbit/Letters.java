package letters;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.qpid.server.SystemLauncher;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.EnableRabbit;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.support.AmqpHeaders;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.messaging.handler.annotation.Header;

/** Takes letters from a broker that speaks AMQP 0-9-1 and says when; then ends. */
public final class Letters {
    private static final int COUNT = 40;
    private static final CountDownLatch taken = new CountDownLatch(COUNT);
    private static int port;

    /** The listener. */
    public static class Box {
        @RabbitListener(queues = "letters", ackMode = "MANUAL", concurrency = "4")
        public void take(String letter, Channel channel, @Header(AmqpHeaders.DELIVERY_TAG) long tag) throws IOException {
            String line = letter + " at " + System.currentTimeMillis();
            channel.basicPublish("", "receipts", null, line.getBytes(StandardCharsets.UTF_8));
            channel.basicAck(tag, false);
            System.out.println(line);
            taken.countDown();
        }
    }

    /** How Spring is set up. */
    @Configuration
    @EnableRabbit
    public static class Setup {
        @Bean
        public CachingConnectionFactory connections() {
            CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", port);
            connections.setVirtualHost("default");
            return connections;
        }

        @Bean
        public SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory(CachingConnectionFactory connections) {
            SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
            factory.setConnectionFactory(connections);
            return factory;
        }

        @Bean
        public RabbitAdmin admin(CachingConnectionFactory connections) {
            return new RabbitAdmin(connections);
        }

        @Bean
        public Queue letters() {
            return new Queue("letters");
        }

        @Bean
        public Queue receipts() {
            return new Queue("receipts");
        }

        @Bean
        public Box box() {
            return new Box();
        }
    }

    private Letters() {}

    public static void main(String[] arguments) throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        SystemLauncher broker = new SystemLauncher();
        broker.startup(broker());
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Setup.class)) {
            RabbitTemplate template = new RabbitTemplate(context.getBean(CachingConnectionFactory.class));
            for (int i = 0; i < COUNT; i++) {
                template.convertAndSend("letters", "a" + i);
            }
            System.out.println("all taken: " + taken.await(60, TimeUnit.SECONDS));
        }
        broker.shutdown();
        System.exit(0);
    }

    private static Map<String, Object> broker() throws IOException {
        Path work = Files.createDirectories(Path.of(System.getProperty("user.home")).resolve("broker"));
        Path settings = Files.writeString(
                work.resolve("settings.json"),
                """
                {"name": "broker", "modelVersion": "9.0",
                 "authenticationproviders": [{"name": "plain", "type": "Plain", "secureOnlyMechanisms": [],
                   "users": [{"name": "guest", "type": "managed", "password": "guest"}]}],
                 "ports": [{"name": "amqp", "port": "%d", "bindingAddress": "127.0.0.1",
                   "authenticationProvider": "plain", "protocols": ["AMQP_0_9_1"],
                   "virtualhostaliases": [{"name": "named", "type": "nameAlias"}]}],
                 "virtualhostnodes": [{"name": "default", "type": "Memory", "defaultVirtualHostNode": "true",
                   "virtualHostInitialConfiguration": "{\\"type\\": \\"Memory\\"}"}]}
                """
                        .formatted(port));
        Map<String, Object> attributes = new HashMap<>();
        attributes.put("type", "Memory");
        attributes.put("initialConfigurationLocation", settings.toString());
        attributes.put("startupLoggedToSystemOut", "false");
        attributes.put("context", Map.of("qpid.work_dir", work.toString()));
        return attributes;
    }
}
