using Microsoft.AspNetCore.Mvc.RazorPages;

namespace Shop.Pages.Orders;

public class IndexModel : PageModel
{
    public void OnPost() { }
}
