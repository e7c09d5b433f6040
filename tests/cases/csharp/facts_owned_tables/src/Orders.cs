using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Shop;

public class CustomerConfiguration : IEntityTypeConfiguration<Customer>
{
    public void Configure(EntityTypeBuilder<Customer> builder)
    {
        builder.ToTable("Customers", "sales");
        builder.OwnsMany<Order>("_orders", order =>
        {
            order.ToTable("Orders", "sales");
            order.OwnsMany<Line>("_lines", line =>
            {
                line.ToTable("Lines", "sales");
            });
        });
    }
}

public class ShopContext : DbContext
{
    public DbSet<Customer> Buyers { get; set; }
}

public class Printer
{
    public void Each(System.Action<Printer> act) { }
    public void ToTable(string name) { }
    public void Run() => Each(one => one.ToTable("NotATable"));
}

public class Customer { }
public class Order { }
public class Line { }
