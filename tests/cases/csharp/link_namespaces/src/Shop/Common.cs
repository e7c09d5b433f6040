namespace Shop.Common
{
    public class Money { public decimal Amount; }
    public static class Rates { public const int Full = 20; public static int Of(Money m) => Full; }
    public class Hidden { }
}

namespace Shop.Unused { public class Stranger { } }
