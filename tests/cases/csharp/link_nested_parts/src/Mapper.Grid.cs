using System;
namespace Dap
{
    public static partial class Mapper
    {
        public partial class Grid : IDisposable
        {
            internal Grid(int a) {}
            public int Read(bool b = true) => 1;
            public T Read<T>(bool b = true) => default(T);
            public void Dispose() {}
        }
        public static Grid Make() => new Grid(1);
    }
}
