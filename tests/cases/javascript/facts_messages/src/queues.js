import amqp from "amqplib";
import callbacks from "amqplib/callback_api";
import { SQSClient, SendMessageCommand, ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { Channel } from "./channel";

const QUEUE = "orders";

export async function publish(body) {
  const connection = await amqp.connect("amqp://localhost");
  const channel = await connection.createChannel();
  channel.sendToQueue(QUEUE, body);
  channel.publish("events", "order.created", body);
  channel.publish("logs", "", body);
  channel.consume(QUEUE, handle);
  const sure = await connection.createConfirmChannel();
  sure.sendToQueue("invoices", body);
}

callbacks.connect("amqp://localhost", (problem, connection) => {
  connection.createChannel((failure, channel) => {
    channel.consume("returns", handle);
  });
});

const client = new SQSClient({});

export async function send(url) {
  await client.send(new SendMessageCommand({ QueueUrl: "https://sqs.eu-west-1.amazonaws.com/123/mails", MessageBody: "x" }));
  await client.send(new ReceiveMessageCommand({ QueueUrl: "https://sqs.eu-west-1.amazonaws.com/123/mails" }));
  await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "x" }));
}

export function lookAlikes(food, store) {
  new Channel().sendToQueue("orders", "x");
  food.consume("apple");
  store.publish("book", "tomorrow");
}

function handle(message) {}
