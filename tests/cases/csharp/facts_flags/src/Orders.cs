using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.FeatureManagement;
using Microsoft.FeatureManagement.Mvc;

namespace Shop;

public static class Flags
{
    public const string Checkout = "NewCheckout";
}

public class Orders : ControllerBase
{
    private readonly IFeatureManager features;

    public Orders(IFeatureManager features) => this.features = features;

    [FeatureGate("Preview", Flags.Checkout)]
    public async Task<bool> Place() => await features.IsEnabledAsync(Flags.Checkout);

    public async Task<bool> Named() => await features.IsEnabledAsync(nameof(Flags.Checkout));
}

public class Toggle
{
    public bool IsEnabledAsync(string name) => name != "";

    public bool Ask() => IsEnabledAsync("nothing");
}

public static class Startup
{
    public static void Add(IServiceCollection services, IConfiguration configuration, Settings settings)
    {
        services.Configure<Mail>(configuration.GetSection("Mail"));
        services.Configure<Mail>(options => options.Host = "none");
        settings.Configure<Mail>(configuration.GetSection("Plain"));
    }
}

public class Settings
{
    public void Configure<T>(object section) { }
}

public class Mail
{
    public string Host { get; set; }
}
