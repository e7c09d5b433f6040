using System;
using System.Collections.Generic;
using System.Linq;

class Locals
{
    int item, name, ex, left, found, arg, row, total, count;

    void Hidden(object source, List<int> items)
    {
        foreach (var item in items) { Use(item); }
        foreach (var (left, right) in Pairs()) { Use(left + right); }
        try { Run(); } catch (Exception ex) when (ex.Message != null) { Use(ex); }
        if (source is string found && found.Length > 0) { Use(found); }
        if (int.TryParse("1", out var count)) Use(count);
        Func<int, int> twice = arg => arg * 2;
        var rows = from row in items join other in items on row equals other let total = row + other select total;
        var text = source switch { int name => name, { } name => 0, _ => 1 };
        using var stream = Open();
        var (a, b) = Pair();
        (a, _) = Pair();
        int Local<T>(T value) => Local(value);
        again: goto again;
    }

    void Seen()
    {
        Use(item); name = 1; count++;
        Use(other: row, nameof(total));
        { var left = 1; Use(left); }
        Use(left);
    }

    int Value { get => arg; set { arg = value; } }
    void Use(object other, object more = null) { }
    void Run() { }
}
