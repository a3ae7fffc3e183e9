package sample;

import java.time.Duration;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.kafka.core.KafkaTemplate;

class Topics {
    void send(KafkaProducer<String, String> producer, String value) {
        producer.send(new ProducerRecord<>("topic", value));
    }

    // What is sent depends on the time.
    void stamped(KafkaProducer<String, Long> producer) {
        producer.send(new ProducerRecord<>("topic", System.currentTimeMillis()));
    }

    ProducerRecord<String, String> record(String value) {
        return new ProducerRecord<>("topic", value);
    }

    int poll(Consumer<String, String> consumer) {
        return consumer.poll(Duration.ofSeconds(1)).count();
    }

    void template(KafkaTemplate<String, String> template, String value) {
        template.send("topic", value);
    }

    // The producer that is handed over is asked instead.
    Object raw(KafkaTemplate<String, String> template) {
        return template.execute(producer -> producer.partitionsFor("topic"));
    }
}
