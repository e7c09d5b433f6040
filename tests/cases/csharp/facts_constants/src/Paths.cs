namespace Shop;

internal static class ApiPaths
{
    internal const string Root = "api";
    private const string Orders = $"{Root}/orders";
    internal const string Create = Orders;
    internal const string Change = $"{Orders}/{{id}}";
}
