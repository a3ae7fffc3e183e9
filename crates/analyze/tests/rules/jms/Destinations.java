package sample;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import org.springframework.jms.core.JmsTemplate;

class Destinations {
    void send(Session session, MessageProducer producer) throws JMSException {
        producer.send(session.createTextMessage("" + System.currentTimeMillis()));
    }

    String receive(MessageConsumer consumer) throws JMSException {
        Message message = consumer.receive(100);
        return ((TextMessage) message).getText();
    }

    void older(javax.jms.MessageProducer producer, javax.jms.Message message) throws javax.jms.JMSException {
        producer.send(message);
    }

    String type(Message message) throws JMSException {
        return message.getJMSType();
    }

    void template(JmsTemplate template, String text) {
        template.convertAndSend("queue", text);
    }

    Object received(JmsTemplate template) {
        return template.receiveAndConvert("queue");
    }
}
