using Autofac;

namespace Shop;

public class ShopModule : Autofac.Module
{
    protected override void Load(ContainerBuilder builder)
    {
        builder.RegisterType<Orders>().As<IOrders>();
        builder.RegisterType<Cart>().As<Cart>().SingleInstance();
        builder.RegisterType<Plain>().WithParameter("size", 1).InstancePerLifetimeScope();
        builder.RegisterType<Late>().WithParameter("size", 1).As<ILate>();
        builder.RegisterGeneric(typeof(Repository<>)).As(typeof(IRepository<>));
        builder.Register(context => new Clock()).As<IClock>();
    }
}

public class Form
{
    public Form RegisterType<T>() => this;
    public Form As<T>() => this;
}

public class LooksLike
{
    public void Load(Form builder) => builder.RegisterType<Orders>().As<IOrders>();
}

public class MoreModule : Autofac.Module
{
    protected override void Load(ContainerBuilder builder)
    {
        builder.RegisterInstance(settings);
        builder.Register(context => new Watch()).AsSelf().As<IWatch>();
        builder.RegisterGenericDecorator(typeof(Logged<>), typeof(IHandler<>));
        builder.RegisterDecorator<LoggedOrders, IOrders>();
    }
}
