package shop

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	amqp "github.com/rabbitmq/amqp091-go"
)

const queue = "orders"

func publish(ctx context.Context, body []byte, chosen string) error {
	conn, err := amqp.Dial("amqp://localhost")
	if err != nil {
		return err
	}
	ch, err := conn.Channel()
	if err != nil {
		return err
	}
	ch.PublishWithContext(ctx, "", queue, false, false, amqp.Publishing{Body: body})
	ch.Publish("events", "order.created", false, false, amqp.Publishing{Body: body})
	ch.Consume("returns", "", true, false, false, false, nil)
	ch.Consume(chosen, "", true, false, false, false, nil)
	return nil
}

func typed(ch *amqp.Channel) {
	ch.Get("late", true)
}

func send(ctx context.Context, client *sqs.Client, url string) {
	client.SendMessage(ctx, &sqs.SendMessageInput{QueueUrl: aws.String("https://sqs.eu-west-1.amazonaws.com/123/mails"), MessageBody: aws.String("x")})
	client.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: aws.String("https://sqs.eu-west-1.amazonaws.com/123/mails")})
	client.SendMessage(ctx, &sqs.SendMessageInput{QueueUrl: &url})
}

type channel struct{}

func (channel) Publish(exchange, key string) {}

type SendMessageInput struct{ QueueUrl string }

func lookAlikes(c channel) {
	c.Publish("events", "order.created")
	_ = SendMessageInput{QueueUrl: "https://shop/queue"}
}
