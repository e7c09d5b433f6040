using Amazon.SQS;
using Amazon.SQS.Model;
using RabbitMQ.Client;

namespace Shop;

public class Queues
{
    private const string Queue = "orders";
    private readonly IAmazonSQS _sqs;

    public async Task Publish(byte[] body, string chosen)
    {
        var factory = new ConnectionFactory();
        using var connection = factory.CreateConnection();
        using var channel = connection.CreateModel();
        channel.BasicPublish(exchange: "", routingKey: Queue, basicProperties: null, body: body);
        channel.BasicPublish("events", "order.created", null, body);
        channel.BasicConsume(queue: "returns", autoAck: true, consumer: null);
        channel.BasicConsume(queue: chosen, autoAck: true, consumer: null);
        await _sqs.SendMessageAsync("https://sqs.eu-west-1.amazonaws.com/123/mails", "x");
        await _sqs.SendMessageAsync(new SendMessageRequest { QueueUrl = "https://sqs.eu-west-1.amazonaws.com/123/late", MessageBody = "x" });
        await _sqs.ReceiveMessageAsync("https://sqs.eu-west-1.amazonaws.com/123/mails");
    }

    public async Task Later(IChannel channel, byte[] body)
    {
        await channel.BasicPublishAsync("events", "order.closed", body);
    }
}
