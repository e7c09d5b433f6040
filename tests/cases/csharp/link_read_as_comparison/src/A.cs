class Key { public int Id; }
class Reader
{
    public T Get<T>(string name) => default(T);
    public T Get<T>(string name, int place) => default(T);
    public object Get(string name) => null;
    public int Count;
    public int Most;

    void Run(Reader other, string text, int limit)
    {
        var a = (int)other.Get<Key>(text);
        var b = (int)other.Get<Key>(text, limit);
        var c = other.Get<(int id, string name)>(text);
        var d = ((Key)other.Get<object>(text)).Id;
        // Comparisons.
        var e = Count < limit && Most > (limit);
        var f = (Count < limit) == (Most > (limit));
        var g = Count > (limit);
    }
}
