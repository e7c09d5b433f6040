var builder = WebApplication.CreateBuilder(args);
var app = builder.Build();
app.MapControllerRoute("default", "{controller=Home}/{action=Index}/{id?}");
app.Run();
