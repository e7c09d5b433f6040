namespace Shop;

public interface IMail
{
    Task<Receipt> Send(string to);
}

public class Receipt
{
    public int Number { get; set; }
}

public class Log
{
    public Log Received(int times) => this;
    public void Send(string to) { }
}
