using Carter;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;

namespace Shop;

public class OrdersModule : CarterModule
{
    public OrdersModule() : base("/orders")
    {
    }

    public override void AddRoutes(IEndpointRouteBuilder app)
    {
        app.MapGet("/", () => "all");
        app.MapPost("/{id:int}", (int id) => id);
    }
}

public class HomeModule : ICarterModule
{
    public void AddRoutes(IEndpointRouteBuilder app)
    {
        app.MapGet("/home", () => "home");
    }
}

public class Report
{
    public Report(string name) { }
}

// what its base is given is a name
public class Orders : Report
{
    public Orders() : base("/report")
    {
    }

    public void Add(IEndpointRouteBuilder app) => app.MapGet("/reports", () => "reports");
}
