namespace Shop.Web;

public static class Setup
{
    public static void Start(Microsoft.Extensions.Logging.ILogger logger, Shop.Logging.ILogger own)
    {
        logger.LogInformation("starting {Name}", nameof(Setup));
        own.LogInformation("a logger of another kind");
    }
}

public interface IAppLogger { void LogWarning(string text); }

public class Cart(IAppLogger _logger, IAppLogger journal)
{
    public void Empty()
    {
        _logger.LogWarning("the cart is empty");
        journal.LogWarning("told to something else");
    }
}
