using Microsoft.Extensions.Configuration;

namespace Shop;

public class Start
{
    public string Run(IConfiguration configuration, Dictionary<string, string> cache)
    {
        configuration["Mode"] = "test";
        configuration["Level"] ??= "info";
        cache["Mode"] = "test";
        return configuration["Mode"];
    }
}
