using Microsoft.AspNetCore.Components.WebAssembly.Hosting;

var builder = WebAssemblyHostBuilder.CreateDefault(args);
builder.Services.AddScoped<CartService>();
var address = builder.Configuration["ApiAddress"];

public class CartService { }
