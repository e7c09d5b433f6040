import boto3
import redis
import redis.asyncio as aredis
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer
from confluent_kafka import Consumer, Producer
from kafka import KafkaConsumer

from .other import Press

r = redis.Redis(host="localhost")
ORDERS = "orders"


def listen(chosen):
    pubsub = r.pubsub()
    pubsub.subscribe("changes")
    pubsub.subscribe(chosen)
    r.publish("changes", "{}")


async def told():
    client = aredis.from_url("redis://localhost")
    await client.publish("news", "{}")


async def streams():
    producer = AIOKafkaProducer(bootstrap_servers="localhost")
    await producer.send_and_wait(ORDERS, b"x")
    consumer = AIOKafkaConsumer("orders", group_id="shop")
    return consumer


def blocking():
    Producer({}).produce("invoices", b"x")
    consumer = Consumer({})
    consumer.subscribe(["invoices", "returns"])
    KafkaConsumer("late")
    boto3.client("sns").publish(TopicArn="arn:aws:sns:eu-west-1:1:mails", Message="x")


def look_alikes(press, mailbox):
    Press().publish("daily", "x")
    press.subscribe("daily")
    mailbox.produce("letters", "x")
    boto3.client("iot").publish(topic="x", payload="y")
