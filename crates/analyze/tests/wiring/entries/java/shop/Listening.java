package shop;

import com.xxl.job.core.handler.annotation.XxlJob;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.TimerTask;
import org.apache.rocketmq.spring.annotation.RocketMQMessageListener;
import org.apache.rocketmq.spring.core.RocketMQListener;
import org.quartz.Job;
import org.quartz.JobExecutionContext;
import org.springframework.amqp.rabbit.annotation.RabbitHandler;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.quartz.QuartzJobBean;
import org.springframework.stereotype.Component;

@Component
class Listening {
    @KafkaListener(topics = {"orders", "bills"})
    void kafka(String message) {}

    @RabbitListener(queues = "paid")
    void rabbit(String message) {}

    @JmsListener(destination = "sent")
    void jms(String message) {}

    @EventListener
    void event(ContextRefreshedEvent event) {}

    @Scheduled(fixedRate = 1000)
    void often() {}

    @XxlJob("nightly")
    void night() {}
}

@Component
@RabbitListener(queues = "many")
class Handling {
    @RabbitHandler
    void one(String message) {}

    @RabbitHandler
    void other(Integer message) {}

    void neither(Long message) {}
}

@RocketMQMessageListener(topic = "stock", consumerGroup = "g")
class Rocket implements RocketMQListener<String> {
    @Override
    public void onMessage(String message) {}
}

class Jms implements MessageListener {
    @Override
    public void onMessage(Message message) {}
}

class Heard implements ApplicationListener<ContextRefreshedEvent> {
    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {}
}

class Clean implements Job {
    @Override
    public void execute(JobExecutionContext context) {}
}

class CleanMore extends QuartzJobBean {
    @Override
    protected void executeInternal(JobExecutionContext context) {}
}

class Ticking extends TimerTask {
    @Override
    public void run() {}
}

class Main {
    public static void main(String[] args) {}

    static void main(int other) {}
}
