using Autofac;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Shop;

public class Startup
{
    private const string Key = "Orders:Limit";

    public IConfiguration Configuration { get; }

    public Startup(IConfiguration configuration) => Configuration = configuration;

    public void ConfigureServices(IServiceCollection services)
    {
        services.AddScoped<IOrders, Orders>()
            .AddSingleton<Clock>();
        services.AddTransient(typeof(IRepository<>), typeof(Repository<>));
        services.AddSingleton<IOrders>(provider => new Orders());
        services.AddTransient(provider => new Lazy<IOrders>(provider.GetRequiredService<IOrders>));
        services.TryAddSingleton(new Clock());
        services.AddKeyedScoped<IOrders, Orders>("main");
        services.AddHostedService<Worker>();
        services.AddDbContext<ShopContext>();
        services.AddHttpClient<IOrders, Orders>();
        services.AddControllers();
        services.Configure<OrderOptions>(Configuration.GetSection("Orders"));
        services.AddOptions<OrderOptions>().BindConfiguration("Bound");
    }

    public void Read(IDictionary<string, string> other)
    {
        var limit = Configuration[Key];
        var name = Configuration["Shop:Name"];
        var size = Configuration.GetValue<int>("Shop:Size", 3);
        var section = Configuration.GetSection("Mail");
        var host = section["Host"];
        var port = section.GetSection("Smtp").GetValue<int>("Port");
        var database = Configuration.GetConnectionString("Default");
        var bound = Configuration.GetSection(nameof(OrderOptions));
        var home = Environment.GetEnvironmentVariable("SHOP_HOME");
        var no = other["Not:Config"];
    }

    public void Fill(ContainerBuilder builder)
    {
        builder.RegisterType<Orders>().As<IOrders>().InstancePerLifetimeScope();
    }
}

public interface IOrders { }

public interface IRepository<T> { }

public class Repository<T> : IRepository<T> { }

public class Orders : IOrders { }

public class Clock { }

public class OrderOptions { }

public class Bag
{
    public void AddScoped<T, U>() { }
}

public class LooksLike
{
    public void Fill(Bag bag) => bag.AddScoped<IOrders, Orders>();
}
