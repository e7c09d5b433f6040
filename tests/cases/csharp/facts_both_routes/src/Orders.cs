namespace Shop;

[Route("api/v1/[controller]")]
[ApiController]
public class OrdersController : ControllerBase
{
    [HttpGet("{id}")]
    public string Show(int id) => "";
}

[Route("/counter")]
public class Counter : ComponentBase
{
}
