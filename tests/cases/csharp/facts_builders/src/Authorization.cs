using Microsoft.AspNetCore.Authorization;
using Microsoft.Extensions.DependencyInjection;

namespace Shop;

public class OwnerHandler : IAuthorizationHandler { }

public class Box { public Shelf Services { get; } }

public class Shelf { public void AddScoped<T>() { } }

public static class AuthorizationExtensions
{
    public static AuthorizationBuilder AddOwners(this AuthorizationBuilder builder)
    {
        builder.Services.AddScoped<IAuthorizationHandler, OwnerHandler>();
        return builder;
    }

    public static void Fill(Box box)
    {
        box.Services.AddScoped<OwnerHandler>();
    }
}
