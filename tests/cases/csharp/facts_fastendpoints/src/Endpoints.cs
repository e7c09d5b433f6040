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
