package sample;

import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Reader;
import org.apache.pulsar.client.api.Schema;

class Subscriptions {
    Producer<String> open(PulsarClient client) throws PulsarClientException {
        return client.newProducer(Schema.STRING).topic("topic").create();
    }

    MessageId send(Producer<String> producer) throws PulsarClientException {
        return producer.send("" + System.currentTimeMillis());
    }

    MessageId built(Producer<String> producer, String value) throws PulsarClientException {
        return producer.newMessage().key("key").value(value).send();
    }

    String receive(Consumer<String> consumer) throws PulsarClientException {
        return consumer.receive().getValue();
    }

    String read(Reader<String> reader) throws PulsarClientException {
        return reader.readNext().getValue();
    }
}
