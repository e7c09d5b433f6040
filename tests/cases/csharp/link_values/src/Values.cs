using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Unknown.Library;

namespace Values;

public record Point(int X, int Y) { public Point Moved() => this with { X = X + 1 }; }

public class Item
{
    public string Name { get; init; }
    public Point At { get; init; }
    public List<Item> Children { get; } = new();
    public bool TryFind(string name, out Item found) { found = this; return true; }
    public Task<Item> LoadAsync() => null;
}

public class Walk
{
    private readonly Dictionary<string, Item> known = new();
    private readonly Func<Item, Point> locate = item => item.At;

    public async Task Run(IEnumerable<Item> items, object any, Outside outside)
    {
        foreach (var item in items) { item.Children.Add(new() { Name = "a" }); }
        foreach (var (key, value) in known) { value.LoadAsync(); }
        var points = items.Where(i => i.Name != null).Select(i => i.At).OrderBy(p => p.X).ToList();
        points[0].Moved();
        var loaded = await items.First().LoadAsync();
        loaded.TryFind("b", out var found);
        found.Children.First().At.Moved();
        if (known.TryGetValue("c", out var hit)) hit.LoadAsync();
        if (any is Item { At: { X: 1 } where } named && named.At == where) where.Moved();
        var text = any switch { Item i => i.Name, Point p => p.X.ToString(), _ => "" };
        var pair = (Left: loaded, found.At);
        pair.Left.LoadAsync();
        pair.At.Moved();
        var (first, second) = pair;
        second.Moved();
        var shape = new { Item = loaded, At = found.At };
        shape.Item.LoadAsync();
        locate(loaded).Moved();
        Item[] array = { loaded };
        array.Select((x, n) => x.At).Last()?.Moved();
        var query = from i in items where i.Name != "" let c = i.Children from x in c select x.At;
        query.First().Moved();
        var groups = items.GroupBy(i => i.At);
        groups.First().Key.Moved();
        outside.Name.Moved();
        Outside.Make(i => i.Moved());
        Item maybe = null;
        (maybe ?? loaded).LoadAsync();
        Point Local(Item i) => i.At;
        Local(loaded).Moved();
        Helper.Pick(items, i => i.At).Moved();
    }
}

static class Helper
{
    public static TOut Pick<TIn, TOut>(IEnumerable<TIn> source, Func<TIn, TOut> pick) => pick(source.First());
}
