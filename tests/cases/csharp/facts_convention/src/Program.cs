using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Mvc;

var app = WebApplication.CreateBuilder(args).Build();
app.MapControllerRoute(name: "default", pattern: "{controller=Home}/{action=Index}/{id?}");

public abstract class BaseController : Controller
{
    public bool IsValid() => true;
}

public class HomeController : BaseController
{
    public IActionResult Index() => View();

    private IActionResult Hidden() => View();

    [HttpPost]
    [Route("/send")]
    public IActionResult Send() => View();

    [HttpPost]
    public IActionResult Save() => View();
}
