namespace Shop;

public class Job
{
    public string? Name { get; set; }
    public Job[]? Parts { get; set; }
    public bool IsAsync { get; set; }

    public Job(bool async) => IsAsync = async;

    public static async System.Threading.Tasks.Task<Job> Start(bool async, Job method, Job? last)
    {
        Run([method]);
        last?.Name = "done";
        var text = $@"""{last?.Name}""" + @$"""{method.Name!.Replace(@"""", "x")}""";
        last?.Parts?[0] = method;
        if (async) await System.Threading.Tasks.Task.Yield();
        return new Job(async);
    }

    public static void Run(Job[] jobs) { }
}

[method: System.Obsolete]
public record Row(int Number);
