using System;
using System.Runtime.CompilerServices;
using Shop.Records;

namespace Shop;

public class Order
{
    public Uri? Link { get; init; }
    public System.Guid Id { get; init; }
    public Row? Row { get; init; }
}
