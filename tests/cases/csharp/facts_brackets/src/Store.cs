using Dapper;
using MongoDB.Driver;

namespace Shop;

public class Store
{
    private readonly IMongoDatabase database;
    private readonly Drawer drawer;

    public IMongoCollection<Order> Orders => database.GetCollection<Order>("orders");

    public object Other => drawer.GetCollection<Order>("no_collection");

    public void Read(IDbConnection connection)
    {
        connection.Query("SELECT o.[Id] FROM [dbo].[Orders] o JOIN [Lines] l ON l.[OrderId] = o.[Id]");
        connection.Query("SELECT tags[1] FROM articles WHERE id = @id");
        connection.Execute(@"DELETE FROM [Credit] WHERE Id = @Id;
                             DELETE FROM [Debit] WHERE Id = @Id;");
    }
}

public class Drawer
{
    public object GetCollection<T>(string name) => name;
}
