namespace Shop
{
    using System;
    using System.Collections;
    using System.Collections.Generic;
    using System.Threading.Tasks;

    public class Policy
    {
        public void Run(Action action) { }
        public T Run<T>(Func<T> func) => func();
        public void Run(Action<int> action) { }
        public void Run(Action<int, int> action) { }

        public void Later(Func<Task> func) { }
        public void Later<T>(Func<Task<T>> func) { }

        public void On(Action<Exception> action) { }
        public void On(Func<Exception, Task> action) { }

        public void Read(IEnumerable<string> names) { }
        void Read(IReadOnlyCollection<string> names) { }

        public void Log<T>(string text, T value) { }
        public void Log(string text, params object[] values) { }
    }

    public class Rule
    {
        public string Name;
        public Rule(params Action<Rule>[] steps) { }
        public Rule For(Func<Rule, string> member) => this;
    }

    public class Rules : IEnumerable
    {
        public void Add(Func<Rule, Rule> step) { }
        public IEnumerator GetEnumerator() => null;
    }

    public static class Extensions
    {
        public static int Size(this object value) => 0;
        public static void Above<T>(this IRule<T> rule, T value) { }
        public static void Above<T>(this IRule<Nullable<T>> rule, T value) where T : struct { }
    }

    public interface IRule<T> { }
    public interface INumber<T> : IRule<T> { }
}

namespace Shop.Internal
{
    public static class Helpers
    {
        public static void Help() { }
    }
}
