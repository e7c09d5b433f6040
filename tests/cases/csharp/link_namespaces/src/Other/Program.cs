using Shop.Orders;

namespace Shop.Orders
{
    class Program { public Cart Cart; public Money NoGlobalUsingHere; }
    class User { Program mine; }
}
