using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace Shop.Pages.Orders;

public class EditModel : PageModel
{
    public void OnGet(int id) { }

    public IActionResult OnPostAsync(int id) => RedirectToPage("Index");

    public IActionResult OnPostCancel() => RedirectToPage("Index");

    public void Online() { }
}
