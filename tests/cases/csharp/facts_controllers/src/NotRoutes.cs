using Refit;
using Shop.Own;

namespace Shop.Own
{
    public class HttpGetAttribute : System.Attribute { public HttpGetAttribute(string path) { } }

    public class RouteAttribute : System.Attribute { public RouteAttribute(string path) { } }
}

namespace Shop.Clients
{
    [Route("own")]
    public class Look
    {
        [HttpGet("alike")]
        public void Alike() { }
    }

    public interface IApi
    {
        [Get("/users")]
        string Users();
    }
}
