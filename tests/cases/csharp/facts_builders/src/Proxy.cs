using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;

namespace Shop;

public static class Proxy
{
    public static void MapImages(this IEndpointRouteBuilder routes)
    {
        var group = routes.MapGroup("/images");
        group.MapForwarder("{*path}", "http://images");
    }
}
