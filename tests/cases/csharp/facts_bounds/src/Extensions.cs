using Microsoft.Extensions.Hosting;

namespace Shop;

public static class Extensions
{
    public static TBuilder AddDefaults<TBuilder>(this TBuilder builder) where TBuilder : IHostApplicationBuilder
    {
        var key = builder.Configuration["SHOP_KEY"];
        return builder;
    }

    public static TShelf AddBooks<TShelf>(this TShelf shelf) where TShelf : Shelf
    {
        var book = shelf.Configuration["not a key"];
        return shelf;
    }
}
