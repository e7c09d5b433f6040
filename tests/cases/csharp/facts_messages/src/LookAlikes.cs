namespace Shop.Other;

public class Wire
{
    public void BasicPublish(string exchange, string key) { }

    public void SendMessageAsync(string address, string text) { }
}

public class LookAlikes
{
    public void None(Wire wire)
    {
        wire.BasicPublish("events", "order.created");
        wire.SendMessageAsync("https://shop/queue", "x");
    }
}
