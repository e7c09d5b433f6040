import boto3
import pika

from .mail import Channel

QUEUE = "orders"

connection = pika.BlockingConnection(pika.ConnectionParameters("localhost"))
channel = connection.channel()


def publish(body, exchange):
    channel.basic_publish(exchange="", routing_key=QUEUE, body=body)
    channel.basic_publish("events", "order.created", body)
    channel.basic_publish(exchange=exchange, routing_key="order.closed", body=body)


def listen(handle, chosen):
    channel.basic_consume(queue=QUEUE, on_message_callback=handle)
    for _ in channel.consume("returns"):
        pass
    channel.basic_consume(queue=chosen, on_message_callback=handle)


def typed(held: pika.channel.Channel):
    held.basic_get("late")


sqs = boto3.client("sqs")
invoices = boto3.resource("sqs").get_queue_by_name(QueueName="invoices")


def send(url):
    sqs.send_message(QueueUrl="https://sqs.eu-west-1.amazonaws.com/123/mails", MessageBody="x")
    sqs.receive_message(QueueUrl="https://sqs.eu-west-1.amazonaws.com/123/mails")
    sqs.send_message(QueueUrl=url, MessageBody="x")
    invoices.send_message(MessageBody="x")
    for message in invoices.receive_messages():
        message.delete()


def look_alikes(mailbox, bot):
    Channel().basic_publish("events", "order.created", "x")
    mailbox.receive_message("inbox")
    bot.send_message("hello")
    boto3.client("chime").send_message(ChannelArn="x")
