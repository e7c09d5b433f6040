using Shop.Endpoints;

var builder = WebApplication.CreateBuilder(args);
var app = builder.Build();

if (app.Environment.IsDevelopment())
{
    app.UseDeveloperExceptionPage();
}
app.UseRouting().UseAuthentication();
app.UseMiddleware<TimingMiddleware>();
app.Map("/admin", admin =>
{
    admin.UseAuthorization();
});
app.UseTenants();

app.MapGet("/", () => "hello");
app.MapMethods("/both", new[] { "GET", "PUT" }, Handlers.Both);
var v1 = app.MapGroup("/v1").WithTags("v1").RequireAuthorization();
v1.MapOrders();
v1.MapGroup("/nested").MapDelete("{id}", Handlers.Remove);
app.MapHub<ChatHub>("/chat");
app.MapGrpcService<GreeterService>();
app.MapHealthChecks("/health");
app.Run();
