namespace Shop.Web;

public static class Setup
{
    public static void Start(Microsoft.Extensions.Logging.ILogger logger, Shop.Logging.ILogger own)
    {
        logger.LogInformation("starting {Name}", nameof(Setup));
        own.LogInformation("a logger of another kind");
    }
}
