using Microsoft.AspNetCore.Mvc;

namespace Shop;

[ApiV1]
[Produces("application/json")]
public class OrdersController : Controller
{
    [HttpGet("{id}")]
    public IActionResult Show(int id) => Ok();

    [HttpPost]
    public IActionResult Create() => Ok();
}

[ApiV1]
public abstract class BaseController : Controller
{
}

public class TagsController : BaseController
{
    [HttpGet]
    public IActionResult List() => Ok();
}

[Title]
[Route("plain")]
public class PlainController : Controller
{
    [HttpGet("x")]
    public IActionResult Show() => Ok();
}

[Title]
public class TitledController : Controller
{
    [HttpGet("titled")]
    public IActionResult Show() => Ok();
}
