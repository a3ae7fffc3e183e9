package sample;

import java.util.List;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.spring.core.RocketMQTemplate;

class Producers {
    String send(DefaultMQProducer producer, byte[] body) throws Exception {
        return producer.send(new Message("topic", body)).getMsgId();
    }

    int pull(DefaultLitePullConsumer consumer) {
        List<MessageExt> messages = consumer.poll();
        return messages.size();
    }

    void template(RocketMQTemplate template) {
        template.syncSend("topic", System.currentTimeMillis());
    }

    void inherited(RocketMQTemplate template, String payload) {
        template.convertAndSend("topic", payload);
    }

    String group(DefaultMQProducer producer) {
        return producer.getProducerGroup();
    }
}
