using Shop;

var app = WebApplication.CreateBuilder(args).Build();
app.MapPost(ApiPaths.Create, () => "made");
app.MapPatch(ApiPaths.Change, (int id) => "changed");
app.MapGet(ApiPaths.Missing, () => "no constant");
app.Run();
