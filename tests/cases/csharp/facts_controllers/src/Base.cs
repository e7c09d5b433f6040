using Microsoft.AspNetCore.Mvc;

namespace Shop.Api;

[Route("items/[controller]")]
public abstract class ItemController : ControllerBase
{
    [HttpGet("{id}")]
    public IActionResult One(int id) => Ok();
}

public class BookController : ItemController { }

public class FilmController : ItemController { }
