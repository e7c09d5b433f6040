using Microsoft.AspNetCore.Routing;

namespace Shop.Endpoints;

public static class Orders
{
    const string Base = "/orders";

    public static IEndpointRouteBuilder MapOrders(this IEndpointRouteBuilder routes)
    {
        var group = routes.MapGroup(Base);
        group.MapGet("/{id:int}", Get).WithName("order");
        group.MapPost("", Create);
        return routes;
    }

    public static IApplicationBuilder UseTenants(this IApplicationBuilder app) => app.UseMiddleware<TenantMiddleware>();

    static string Get(int id) => "";

    static string Create() => "";
}

public static class Handlers
{
    public static string Both() => "";

    public static string Remove(int id) => "";
}

public class TimingMiddleware { }

public class TenantMiddleware { }

public class ChatHub { }

public class GreeterService : Greeter.GreeterBase
{
    public override string SayHello(string name) => name;

    public string Own() => "";
}

public class Cache
{
    public void MapGet(string path, object value) { }

    public void UseLess() { }
}

public class LooksLike
{
    public void Fill(Cache cache, System.Collections.Generic.Dictionary<string, object> map)
    {
        cache.MapGet("/no", 1);
        cache.UseLess();
        map["/no"] = cache;
    }
}
