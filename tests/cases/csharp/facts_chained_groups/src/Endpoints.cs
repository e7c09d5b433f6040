using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Shop;

public static class Endpoints
{
    public static IEndpointRouteBuilder MapShop(this IEndpointRouteBuilder app)
    {
        var api = app.MapGroup("/api");
        api.MapGroup("/orders").WithTags("Orders").RequireAuthorization().MapOrders();
        return app;
    }

    public static void MapParcels(this WebApplication app)
    {
        var group = app.MapApiGroup("parcels");
        group.MapGet("/", Show);
        group
            .MapPost("/{id:int}", Show)
            .WithName("Send");

        // not routes: a list of the program's own
        var list = app.MapList("none");
        list.MapGet("/no", Show);
    }

    static RouteGroupBuilder MapApiGroup(this WebApplication app, string name)
    {
        var group = app.MapGroup($"api/{name}").WithTags(name);
        return group;
    }

    static Names MapList(this WebApplication app, string name) => new Names();

    static RouteGroupBuilder MapOrders(this RouteGroupBuilder group)
    {
        group.MapGet("/{id}", Show).WithName("Show");
        return group;
    }

    static string Show(int id) => "";
}

public class Names
{
    public void MapGet(string name, object value) { }
}
