namespace Dap
{
    public static partial class Mapper
    {
        public partial class Grid
        {
            public int ReadAsync<T>(bool b = true) => 1;
            public T First<T>() => default(T);
        }
    }
}
