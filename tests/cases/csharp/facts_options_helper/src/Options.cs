using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace Shop;

public static class Ext
{
    public static TModel GetOptions<TModel>(this IConfiguration configuration, string section) where TModel : new()
    {
        var model = new TModel();
        configuration.GetSection(section).Bind(model);
        return model;
    }

    public static TModel GetOptions<TModel>(this IServiceCollection services, string section) where TModel : new()
    {
        var model = new TModel();
        var configuration = services.BuildServiceProvider().GetService<IConfiguration>();
        configuration?.GetSection(section).Bind(model);
        return model;
    }
}

public class Shelf
{
    public string GetOptions<T>(string name) => name;
}

public class Mail {}

public class Start
{
    public void Run(IConfiguration conf, IServiceCollection services)
    {
        var a = conf.GetOptions<Mail>("Mail");
        var b = services.GetOptions<Mail>(nameof(Mail));
        new Shelf().GetOptions<Mail>("NotASection");
    }
}
