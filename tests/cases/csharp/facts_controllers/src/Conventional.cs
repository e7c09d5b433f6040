using Microsoft.AspNetCore.Mvc;

namespace Shop.Pages;

public class HomeController : Controller
{
    public IActionResult Index() => View();

    [HttpPost]
    public IActionResult Send(string text) => View();

    [HttpGet]
    public IActionResult Send() => View();
}
