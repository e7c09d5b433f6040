using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;

namespace Shop.Web;

public class Orders : IEndpointGroup
{
    public static void Map(RouteGroupBuilder groupBuilder)
    {
        groupBuilder.MapGet(List);
        groupBuilder.MapGet("open", Open);
        groupBuilder.MapPut(Change, "{id}").MapPut(pattern: "{id}/lines", handler: ChangeLines);
    }

    static string List() => "";
    static string Open() => "";
    static string Change(int id) => "";
    static string ChangeLines(int id) => "";
}

public class Lines : IEndpointGroup
{
    public static string? RoutePrefix => "/api/orders/{order}/lines";

    public static void Map(RouteGroupBuilder groupBuilder) => groupBuilder.MapGet(All, "all");

    static string All() => "";
}

public class Stock : GroupBase
{
    public override void Fill(RouteGroupBuilder builder) => builder.MapGet(Count, "count");

    static string Count() => "";
}

public class Prices : GroupBase
{
    public override string? GroupName => "price-list";

    public override void Fill(RouteGroupBuilder builder) => builder.MapGet("{id}", One);

    static string One(int id) => "";
}

public class Login : IEndpoint
{
    public void MapEndpoint(IEndpointRouteBuilder app) => app.MapPost("login", Answer);

    static string Answer() => "";
}

public class Notes
{
    public static void Map(RouteGroupBuilder groupBuilder) => groupBuilder.MapGet(Any, "no-group");

    static string Any() => "";
}

public class LooksLike
{
    public void Run(System.Action<string> act, Cache cache)
    {
        act.Invoke("no");
        cache.MapGet(Any, "no");
    }

    static string Any() => "";
}

public class Cache
{
    public void MapGet(object value, string path) { }
}
