use aws_sdk_sqs::Client;
use lapin::{Channel, Connection, ConnectionProperties};

const QUEUE: &str = "orders";

pub async fn publish(body: &[u8], chosen: &str) -> Result<(), lapin::Error> {
    let connection = Connection::connect("amqp://localhost", ConnectionProperties::default()).await?;
    let channel = connection.create_channel().await?;
    channel.basic_publish("", QUEUE, Default::default(), body, Default::default()).await?;
    channel.basic_publish("events", "order.created", Default::default(), body, Default::default()).await?;
    channel.basic_consume("returns", "tag", Default::default(), Default::default()).await?;
    channel.basic_consume(chosen, "tag", Default::default(), Default::default()).await?;
    Ok(())
}

pub async fn typed(channel: &Channel) {
    channel.basic_get("late", Default::default()).await;
}

pub async fn send(client: &Client, url: &str) {
    client.send_message().queue_url("https://sqs.eu-west-1.amazonaws.com/123/mails").message_body("x").send().await;
    client.receive_message().queue_url("https://sqs.eu-west-1.amazonaws.com/123/mails").send().await;
    client.send_message().queue_url(url).send().await;
}

pub struct Wire;

impl Wire {
    pub fn basic_publish(&self, exchange: &str, key: &str) {}
}

pub fn look_alikes(wire: Wire) {
    wire.basic_publish("events", "order.created");
}
