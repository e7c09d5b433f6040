using System;
using System.Net.Http;
using Microsoft.Extensions.Logging;
using Polly;
using Polly.Retry;

namespace Shop;

public partial class Code
{
    private const string Template = "Order {Id} " + "late";
    private readonly ILogger<Code> _logger;
    private readonly HttpClient _client;

    public Code(ILogger<Code> logger, HttpClient client)
    {
        _logger = logger ?? throw new ArgumentNullException(nameof(logger));
        _client = client;
    }

    public void Log(Exception error, int id, Diary diary)
    {
        _logger.LogInformation("Order {Id} by {User}", id, 1);
        _logger?.LogWarning(Template, id);
        _logger.LogError(error, "Failed");
        _logger.LogDebug($"Raw {id}");
        _logger.Log(LogLevel.Critical, error, "Down");
        diary.LogInformation("not a log");
    }

    [LoggerMessage(EventId = 1, Level = LogLevel.Warning, Message = "Slow {Name}")]
    partial void Slow(string name);

    public void Throw(int id)
    {
        try
        {
            if (id < 0) throw new OrderException("negative");
            throw Build(id);
        }
        catch (OrderException error) when (id > 1)
        {
            throw;
        }
        catch (Exception error)
        {
            throw error;
        }
    }

    private OrderException Build(int id) => new("built");

    public int Value => throw new NotSupportedException();

    public async void Retry()
    {
        var policy = Policy.Handle<HttpRequestException>().WaitAndRetryAsync(3, attempt => TimeSpan.FromSeconds(attempt));
        var options = new RetryStrategyOptions { MaxRetryAttempts = 4 };
        var one = await _client.GetAsync("https://shop.example/orders");
        var two = new HttpRequestMessage(HttpMethod.Put, $"https://shop.example/orders/{policy}");
    }
}

public class OrderException : Exception
{
    public OrderException(string message) { }
}

public class Diary
{
    public void LogInformation(string text) { }
}
