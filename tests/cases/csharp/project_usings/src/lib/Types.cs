namespace Shop.Common
{
    public class Order { }
    public static class Guard { public static void NotNull(object? value) { } }
}
namespace Shop.Retry { public class Policy { } }
namespace Shop.Words { public class Word { } }
