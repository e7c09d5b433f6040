package shop;

import com.amazonaws.services.sqs.AmazonSQS;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConnectionFactory;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

class Queues {
    static final String QUEUE = "orders";
    private RabbitTemplate template;
    private AmazonSQS older;

    void publish(ConnectionFactory factory, Object order, String chosen) throws Exception {
        template.convertAndSend("events", "order.created", order);
        template.convertAndSend(QUEUE, order);
        Channel channel = factory.newConnection().createChannel();
        channel.basicPublish("", QUEUE, null, null);
        channel.basicPublish("events", chosen, null, null);
        channel.basicConsume("returns", true, null);
    }

    @RabbitListener(queues = "orders")
    void listen(String order) {}

    void send(String url) {
        SendMessageRequest.builder().queueUrl("https://sqs.eu-west-1.amazonaws.com/123/mails").messageBody("x").build();
        SendMessageRequest.builder().messageBody("x").queueUrl("https://sqs.eu-west-1.amazonaws.com/123/late").build();
        ReceiveMessageRequest.builder().queueUrl("https://sqs.eu-west-1.amazonaws.com/123/mails").build();
        SendMessageRequest.builder().queueUrl(url).build();
        older.sendMessage("https://sqs.eu-west-1.amazonaws.com/123/invoices", "x");
    }
}
