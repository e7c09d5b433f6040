using System;
using System.Collections.Generic;
using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;

namespace Shop.Web;

public interface IEndpointGroup
{
    static virtual string? RoutePrefix => null;

    static abstract void Map(RouteGroupBuilder groupBuilder);
}

public abstract class GroupBase
{
    public virtual string? GroupName { get; }

    public abstract void Fill(RouteGroupBuilder builder);
}

public interface IEndpoint
{
    void MapEndpoint(IEndpointRouteBuilder app);
}

public static class Mapping
{
    public static RouteHandlerBuilder MapGet(this IEndpointRouteBuilder builder, Delegate handler, string pattern = "")
        => builder.MapGet(pattern, handler).WithName(handler.Method.Name);

    public static IEndpointRouteBuilder MapPut(this IEndpointRouteBuilder builder, Delegate handler, string pattern)
    {
        builder.MapPut(pattern, handler).WithName(handler.Method.Name);
        return builder;
    }

    public static RouteGroupBuilder MapGroup(this WebApplication app, GroupBase group)
    {
        var groupName = group.GroupName ?? group.GetType().Name;
        return app.MapGroup($"/v2/{groupName}").WithTags(groupName);
    }

    public static void MapFound(this WebApplication app, Assembly assembly, IEnumerable<GroupBase> bases)
    {
        foreach (var type in assembly.GetExportedTypes())
        {
            var groupName = type.Name;
            var routePrefix = type.GetProperty(nameof(IEndpointGroup.RoutePrefix))?.GetValue(null) as string ?? $"/api/{groupName}";
            var group = app.MapGroup(routePrefix).WithTags(groupName);
            type.GetMethod(nameof(IEndpointGroup.Map))!.Invoke(null, [group]);
        }
        foreach (var one in bases)
        {
            one.Fill(app.MapGroup(one));
        }
    }

    public static void MapEndpoints(this WebApplication app, IEnumerable<IEndpoint> endpoints, RouteGroupBuilder? group = null)
    {
        IEndpointRouteBuilder builder = group is null ? app : group;
        foreach (IEndpoint endpoint in endpoints)
        {
            endpoint.MapEndpoint(builder);
        }
    }
}
