using System.Data;
using Dapper;
using System.ComponentModel.DataAnnotations.Schema;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;
using Microsoft.EntityFrameworkCore.Migrations;

namespace Shop.Data;

public class ShopContext : DbContext
{
    public DbSet<Order> Orders { get; set; }

    public DbSet<Customer> Customers => Set<Customer>();

    public DbSet<Line> Lines { get; set; }

    public DbSet<Tag> Tags { get; set; }

    public List<Order> NotATable { get; set; }

    protected override void OnModelCreating(ModelBuilder builder)
    {
        builder.Entity<Line>().ToTable("order_lines", "sales");
        builder.Entity<Tag>(tag => { tag.ToTable("tags"); });
    }
}

public class Order { }

[Table("clients", Schema = "crm")]
public class Customer { }

public class Line { }

public class Tag { }

public class OrderConfiguration : IEntityTypeConfiguration<Order>
{
    public void Configure(EntityTypeBuilder<Order> builder) => builder.ToTable("orders");
}

public class Initial : Migration
{
    protected override void Up(MigrationBuilder builder)
    {
        builder.CreateTable(name: "orders", columns: table => new { });
        builder.Sql("UPDATE clients SET name = ''");
    }
}

public class Reader
{
    public void Read(IDbConnection connection, int id)
    {
        connection.Query("SELECT * FROM orders o JOIN crm.clients c ON c.id = o.client");
        connection.Execute($"delete from order_lines where id = {id}");
        connection.Query(@"
            select name
            from tags");
        Show("Select one of the rows from the list");
        new Printer().ToTable("no");
    }
}

public class Printer
{
    public void ToTable(string name) { }
}
