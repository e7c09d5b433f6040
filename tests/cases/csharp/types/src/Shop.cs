namespace Shop.Core
{
    /// <summary>
    /// A cart of <see cref="Item"/>s.
    /// </summary>
    /// <typeparam name="T">what it holds</typeparam>
    [Serializable, Obsolete("old", DiagnosticId = "X1")]
    public sealed partial class Cart<T> : Base<T>, IEnumerable<T> where T : class, new()
    {
        // not documentation
        int count;
        protected class Line { internal int Number; }
    }

    public partial class Cart<T> { public T Last; }

    class Cart { public int Size; }

    public enum Color : byte { Red = 1, [Warm] Green, Both = Red | Green }

    public record Item(string Name, int Price = 0) : Entity(Name);

    public readonly struct Point : IEquatable<Point> { public readonly int X, Y; }

    interface IShape<in T> : IDisposable { double Area { get; } void Draw(T on); }

    public delegate TResult Maker<out TResult>(int count);
}
