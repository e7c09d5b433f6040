using System;
namespace R {
    public interface IResp { string Content { get; } }
    public interface IResp<T> : IResp { T Data { get; } }
    public class Handle { }
    public interface IClient {
        Handle ExecuteAsync(string request, Action<IResp, Handle> callback);
        Handle ExecuteAsync<T>(string request, Action<IResp<T>, Handle> callback);
    }
    public static class Ext {
        public static Handle ExecuteAsync(this IClient client, string request, Action<IResp> callback) => client.ExecuteAsync(request, (response, handle) => callback(response));
        public static Handle ExecuteAsync<T>(this IClient client, string request, Action<IResp<T>> callback) where T : new() => client.ExecuteAsync<T>(request, (response, handle) => callback(response));
    }
    class Tests {
        IClient client;
        void Run() {
            client.ExecuteAsync("x", response => { Console.WriteLine(response.Content); });
            client.ExecuteAsync<Tests>("x", response => { Console.WriteLine(response.Data); });
            client.ExecuteAsync("x", (response, handle) => { Console.WriteLine(response.Content); });
            client.ExecuteAsync("x", (IResp<Tests> response) => { Console.WriteLine(response.Data); });
        }
    }
}
namespace S {
    using System.Linq.Expressions;
    public class Query {
        public Query Map(Action<int> each) => this;
        public Query Map<T>(Func<int, T> each) => this;
        public Query Where<T>(Expression<Func<T, bool>> test) => this;
        public Query On<T>(T first, Action<T> each) => this;
        void Run() {
            Map(x => { Console.WriteLine(x); });
            Map(x => x + 1);
            On("a", x => { Console.WriteLine(x); });
            Where<string>(x => true);
            Where((string x) => true);
            Where(x => true);   // tells no T
        }
    }
}
