using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Http.Resilience;
using Polly;
using Polly.Retry;

var services = new ServiceCollection();
services.AddHttpClient("orders").AddStandardResilienceHandler();
services.ConfigureHttpClientDefaults(http =>
{
    http.AddStandardResilienceHandler();
});
var pipeline = new ResiliencePipelineBuilder()
    .AddRetry(new RetryStrategyOptions { MaxRetryAttempts = 3 })
    .Build();
var options = new HttpRetryStrategyOptions { MaxRetryAttempts = 5, Delay = TimeSpan.FromSeconds(2) };
new Shop.RetryOptions { MaxRetryAttempts = 9 };

namespace Shop
{
    public class RetryOptions
    {
        public int MaxRetryAttempts { get; set; }
    }
}
