namespace App;

public class Service(ILogger logger, int size) : Base(size)
{
    private readonly ILogger logger = logger;
    public int Size { get; } = size;
    void Log() { logger.Write(size); }
}

public record Person(string Name, Color Color)
{
    public string Upper => Name.ToUpper();
    public string First { get; } = Name;
    public Color Paint() => Color.Mix(Name);
}
