using System;

namespace Model;

public interface IShape { double Area(); string Name { get; } }
public interface INamed<T> { T Get(T value); }

public abstract class Shape : IShape
{
    private int secret;
    protected int sides;
    public event EventHandler Changed;
    public abstract double Area();
    public virtual string Name => "shape";
    public override string ToString() => Name + base.ToString();
    protected void Raise() => Changed?.Invoke(this, EventArgs.Empty);
}

public class Box<T> : Shape, INamed<T> where T : Shape
{
    public T Content { get; set; }
    public T this[int index] => Content;
    public override double Area() => Content.Area() + this.sides + secret;
    public override string Name => base.Name;
    T INamed<T>.Get(T value) { Raise(); return value; }
    public Box<T> With(T value) { Content = value; return this; }
    public class Enumerator { public T Current; }
}

public enum Color { Red, Green }

public class Paint
{
    public Color Color { get; set; }
    public bool IsRed => Color == Color.Red;
    public string Text => Color.ToString();
}
