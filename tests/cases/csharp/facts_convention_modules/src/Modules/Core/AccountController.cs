using Microsoft.AspNetCore.Mvc;

namespace Shop.Core;

[Area("Core")]
public class AccountController : Controller
{
    [HttpPost]
    public IActionResult LogOff() => Ok();

    [HttpGet("login")]
    public IActionResult Login() => Ok();
}

public class HelpController : Controller
{
    public IActionResult Index() => Ok();
}

[Route("api/orders")]
public class OrdersController : ControllerBase
{
    [HttpGet]
    public IActionResult All() => Ok();
}
