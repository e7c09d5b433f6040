using System;
using System.Collections.Generic;

namespace Overloads;

class Base { public void Put(object value) { } public virtual void Add(int n) { } }

class Writer : Base
{
    public void Put(int value) { }
    public void Put(long value) { }
    public void Put(string value) { }
    public void Put(int? value) { }
    public void Put(IEnumerable<int> values) { }
    public void Put(Func<int> make) { }
    public void Put(Action act) { }
    public void Put(params string[] all) { }
    public void Put(int value, string name = "") { }
    public override void Add(int n) { }
    public void Add(object o) { }
    public static implicit operator string(Writer w) => "";
}

[AttributeUsage(AttributeTargets.All)]
class MarkAttribute : Attribute
{
    public MarkAttribute() { }
    public MarkAttribute(string name) { }
}

class Use
{
    [Mark]
    [Mark("a")]
    void Run(Writer w, int? maybe, short small, List<int> list, Unknown unknown)
    {
        w.Put(1);
        w.Put(2L);
        w.Put("x");
        w.Put(maybe);
        w.Put(small);
        w.Put(list);
        w.Put(() => 1);
        w.Put(() => { });
        w.Put("a", "b");
        w.Put(1, name: "n");
        w.Put(3.5);
        w.Put(unknown);
        w.Add(1);
        new Writer().Put(w);
    }
}
