using Serilog;

class Orders
{
    readonly ILogger log = Log.ForContext<Orders>();

    void Ship(int id, Diary diary)
    {
        Log.Information("Shipped {Id}", id);
        Log.Logger.Error("Lost {Id}", id);
        log.Warning("Late {Id}", id);
        diary.Logger.Error("not told");
    }
}

class Diary
{
    public Diary Logger => this;
    public void Error(string text) { }
}
