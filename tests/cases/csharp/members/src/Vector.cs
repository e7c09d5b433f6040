using System;

namespace Geometry
{
    public abstract class Vector : Shape, IDisposable, ICloneable
    {
        public const int Dimensions = 2;
        private readonly int x = 1, y;
        public event EventHandler Moved, Turned;
        public event EventHandler Resized { add { Moved += value; } remove { Moved -= value; } }

        protected Vector(int x, int y = 0) : base(x) { this.x = x; this.y = y; }
        ~Vector() { Dispose(); }

        public int Length { get; private set; } = Dimensions;
        public int Sum => x + y;
        public int this[int index] { get { return index == 0 ? x : y; } }

        public override string ToString() => "v";
        public virtual void Scale(double by) { }
        public void Scale(ref int by, out int rest, params object[] more) { rest = by; }
        public abstract T Map<T>(Func<int, T> map) where T : struct;

        void IDisposable.Dispose() { }
        object ICloneable.Clone() => MemberwiseClone();
        public void Dispose() { Scale(2.0); }

        public static Vector operator +(Vector left, Vector right) => left;
        public static implicit operator int(Vector v) => v.x;
    }
}
