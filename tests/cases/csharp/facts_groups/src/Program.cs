using Shop.Web;

var builder = WebApplication.CreateBuilder(args);
var app = builder.Build();
app.MapFound(typeof(Program).Assembly, []);
app.MapEndpoints([], app.MapGroup("api/v{version}"));
app.Run();
