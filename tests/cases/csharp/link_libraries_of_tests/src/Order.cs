using MediatR;

namespace Shop.Orders;

public record Order(int Number);

public record GetOrder(int Number) : IRequest<Order>;

public class Orders(ISender sender)
{
    public async Task<int> Number(int number)
    {
        var order = await sender.Send(new GetOrder(number));
        return order.Number;
    }
}
