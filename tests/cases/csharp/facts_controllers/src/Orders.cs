using Microsoft.AspNetCore.Mvc;

namespace Shop.Api;

[ApiController]
[Route("api/[controller]")]
public class OrdersController : ControllerBase
{
    private const string Recent = "recent/" + "{count:int}";

    [HttpGet]
    public IActionResult List() => Ok();

    [HttpGet("{id:int}", Name = "order")]
    [HttpHead("{id:int}")]
    public IActionResult Get(int id) => Ok();

    [HttpGet(Recent)]
    public IActionResult Latest(int count) => Ok();

    [HttpPost, Route("[action]")]
    public IActionResult ImportAsync() => Ok();

    [HttpDelete("/orders/{id}")]
    public IActionResult Remove(int id) => Ok();

    [AcceptVerbs("PUT", "PATCH", Route = "{id}")]
    public IActionResult Change(int id) => Ok();

    [Route("any")]
    public IActionResult Anything() => Ok();

    [NonAction]
    public IActionResult Helper() => Ok();

    private IActionResult Own() => Ok();
}

[Area("admin")]
[Route("[area]/[controller]/[action]")]
public class UsersController : Controller
{
    public IActionResult Index() => View();

    [ActionName("everyone")]
    public IActionResult All() => View();
}
