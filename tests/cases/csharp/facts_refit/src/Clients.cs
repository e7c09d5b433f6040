using Grpc.Core;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Refit;

namespace Shop.Clients;

public interface IOrders
{
    [Get("/orders/{id}")]
    Task<Order> One(int id);

    [Headers("Accept: text/plain")]
    [Post("/orders")]
    Task<Order> Make([Body] Order order);
}

public interface IOther
{
    [Shop.Attributes.Get("/no")]
    Task<Order> One(int id);
}

// the service is called as the generated base says, whatever the class is called
public class PriceService(Prices prices) : Pricing.PricingProtoBase.PricingServiceBase
{
    public override Task<Reply> GetPrice(Request request, ServerCallContext context) => null;
}

public static class Startup
{
    public static void Add(this IServiceCollection services)
    {
        services.AddScoped<IStore>(provider => provider.GetRequiredService<SqlStore>());
        services.AddScoped<ICart>(provider => provider.GetRequiredService<ICarts>().Make());
    }

    public static void Use(WebApplication app)
    {
        app.MapGrpcService<PriceService>();
        app.MapReverseProxy();
    }
}

public class Robot
{
    public void MapReverseProxy() { }
    public void Go() => MapReverseProxy();
}
