package sample;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import java.io.IOException;
import org.springframework.amqp.core.AmqpTemplate;
import org.springframework.amqp.rabbit.core.RabbitTemplate;

class Queues {
    void publish(Channel channel, byte[] body) throws IOException {
        channel.basicPublish("", "queue", null, body);
    }

    byte[] get(Channel channel) throws IOException {
        GetResponse response = channel.basicGet("queue", true);
        return response == null ? null : response.getBody();
    }

    int number(Channel channel) {
        return channel.getChannelNumber();
    }

    void send(RabbitTemplate template) {
        template.convertAndSend("queue", System.currentTimeMillis());
    }

    Object ask(AmqpTemplate template, Object question) {
        return template.convertSendAndReceive(question);
    }
}
