namespace Shop.Web;
public class Create : Endpoint<CreateRequest, int>
{
  public override void Configure()
  {
    Post(CreateRequest.Route);
    AllowAnonymous();
  }
}
public class List : EndpointWithoutRequest
{
  public override void Configure()
  {
    Get("/orders");
  }
  void X() { Store.Get("a"); }
}
public class CreateRequest { public const string Route = "/orders/{id}"; }
public class Store { public static string Get(string k) => k; }
public class Lazy { string Get(string k) => k; void Y() { Get("/no"); } }
public class Delete : Endpoint<CreateRequest>
{
  public override void Configure()
  {
    Delete("/orders/{id}");
  }
  public override Task HandleAsync(CreateRequest request, CancellationToken token) => Task.CompletedTask;
}
