package readings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.EnableKafka;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.support.Acknowledgment;
import org.springframework.kafka.support.KafkaHeaders;
import org.springframework.messaging.handler.annotation.Header;

/** Takes readings from a broker in every way that there is, and says when; then ends. */
public final class Readings {
    private static final int COUNT = 20;
    private static final String BROKER = System.getProperty("broker");
    /** What is yet to come: each reading once by each listener. */
    private static final CountDownLatch taken = new CountDownLatch(3 * COUNT);

    /** The listeners. */
    public static class Station {
        private final KafkaTemplate<String, String> template;
        private final KafkaProducer<String, String> producer;

        public Station(KafkaTemplate<String, String> template, KafkaProducer<String, String> producer) {
            this.template = template;
            this.producer = producer;
        }

        /** One at a time, by its value. */
        @KafkaListener(id = "values", topics = "readings")
        public void value(
                String value, @Header(KafkaHeaders.RECEIVED_KEY) String key, Acknowledgment acknowledgment)
                throws Exception {
            String line = key + " " + value + " at " + System.currentTimeMillis();
            long offset = template.send("receipts", key, line).get().getRecordMetadata().offset();
            acknowledgment.acknowledge();
            say("value " + line + " kept at " + offset);
            taken.countDown();
        }

        /** One at a time, with everything that the broker says of it. */
        @KafkaListener(id = "records", topics = "readings")
        public void record(ConsumerRecord<String, String> record, Acknowledgment acknowledgment) throws Exception {
            String line = record.key() + " " + record.value() + " at " + System.currentTimeMillis();
            RecordMetadata kept = producer.send(new ProducerRecord<>("copies", record.key(), line)).get();
            acknowledgment.acknowledge();
            say("record " + line + " from " + record.offset() + " kept at " + kept.offset());
            taken.countDown();
        }

        /** As many as there are. */
        @KafkaListener(id = "batches", topics = "readings", batch = "true")
        public void batch(List<ConsumerRecord<String, String>> records, Acknowledgment acknowledgment) {
            long now = System.currentTimeMillis();
            producer.send(new ProducerRecord<>("counts", records.size() + " at " + now));
            for (ConsumerRecord<String, String> record : records) {
                say("batch " + record.key() + " " + record.value() + " at " + now);
            }
            acknowledgment.acknowledge();
            records.forEach(record -> taken.countDown());
        }
    }

    /** Asks the broker itself. */
    static final class Reader {
        private final KafkaConsumer<String, String> consumer = new KafkaConsumer<>(consumer("reader"));

        Reader() {
            TopicPartition only = new TopicPartition("readings", 0);
            consumer.assign(List.of(only));
            consumer.seekToBeginning(List.of(only));
        }

        /** What is there next. */
        List<String> next() {
            List<String> found = new ArrayList<>();
            ConsumerRecords<String, String> records = consumer.poll(Duration.ofSeconds(30));
            for (ConsumerRecord<String, String> record : records) {
                found.add(record.offset() + " " + record.value());
            }
            return found;
        }
    }

    /** How Spring is set up. */
    @Configuration
    @EnableKafka
    public static class Setup {
        @Bean
        public KafkaAdmin admin() {
            return new KafkaAdmin(Map.of("bootstrap.servers", BROKER));
        }

        @Bean
        public NewTopic readings() {
            return new NewTopic("readings", 1, (short) 1);
        }

        @Bean
        public KafkaTemplate<String, String> template() {
            return new KafkaTemplate<>(new DefaultKafkaProducerFactory<>(producer()));
        }

        @Bean
        public KafkaProducer<String, String> plain() {
            return new KafkaProducer<>(producer());
        }

        @Bean
        public ConcurrentKafkaListenerContainerFactory<String, String> kafkaListenerContainerFactory() {
            ConcurrentKafkaListenerContainerFactory<String, String> factory =
                    new ConcurrentKafkaListenerContainerFactory<>();
            factory.setConsumerFactory(new DefaultKafkaConsumerFactory<>(consumer("none")));
            factory.getContainerProperties().setAckMode(ContainerProperties.AckMode.MANUAL_IMMEDIATE);
            return factory;
        }

        @Bean
        public Station station(KafkaTemplate<String, String> template, KafkaProducer<String, String> plain) {
            return new Station(template, plain);
        }
    }

    private Readings() {}

    public static void main(String[] arguments) throws Exception {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Setup.class)) {
            KafkaProducer<String, String> producer = context.getBean(KafkaProducer.class);
            for (int i = 0; i < COUNT; i++) {
                producer.send(new ProducerRecord<>("readings", "sensor" + i % 3, "a" + i)).get();
            }
            say("all taken: " + taken.await(120, TimeUnit.SECONDS));
        }
        Reader reader = new Reader();
        int found = 0;
        while (found < COUNT) {
            List<String> next = reader.next();
            next.forEach(line -> say("read " + line));
            found += next.size();
        }
        reader.consumer.close();
        System.exit(0);
    }

    private static synchronized void say(String line) {
        System.out.println(line);
    }

    private static Map<String, Object> producer() {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", BROKER);
        settings.put("key.serializer", StringSerializer.class);
        settings.put("value.serializer", StringSerializer.class);
        return settings;
    }

    private static Map<String, Object> consumer(String group) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", BROKER);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put("key.deserializer", StringDeserializer.class);
        settings.put("value.deserializer", StringDeserializer.class);
        return settings;
    }
}
