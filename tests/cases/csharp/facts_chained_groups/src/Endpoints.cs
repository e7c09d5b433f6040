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

    static RouteGroupBuilder MapOrders(this RouteGroupBuilder group)
    {
        group.MapGet("/{id}", Show).WithName("Show");
        return group;
    }

    static string Show(int id) => "";
}
