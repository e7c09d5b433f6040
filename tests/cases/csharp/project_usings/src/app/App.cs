namespace App;

class Start
{
    Order order = new Order();      // Shop.Common, by a file that Directory.Build.props imports
    Policy? policy;                 // Shop.Retry, since the project says WithRetry
    Word? word;                     // taken away again
    void Run() => NotNull(order);   // a static type
}
