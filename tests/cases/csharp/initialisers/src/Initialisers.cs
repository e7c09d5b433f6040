class Order
{
    public string Name;
    public Order Next;
    int width, depth;

    Order Make(string Key)
    {
        var made = new Order { Name = Name, Next = { Name = "inner" } };
        var map = new Map { [Key] = Name, ["k"] = Key };
        Order bare = new() { Name = "x" };
        var nameless = new { Name = Key, made.Next, Key };
        var changed = made with { Name = Key };
        Call(width * depth, Name: Key, out Name);
        if (made is { Next.Name: "x", Next: Order { Name: null } }) { }
        return a ?? made?.Next?.Find<Order>(width)!.Next;
    }
}
