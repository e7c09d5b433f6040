namespace Other;

class Start
{
    Order? order;
    Policy? policy;  // not here: the property is false
    Word? word;
    void Run() => NotNull(order);
}
