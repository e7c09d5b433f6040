namespace Dap.Other
{
    // Of another namespace: no part of the first.
    public static partial class Mapper
    {
        public partial class Grid { public int Write() => 1; }
    }
    public class Writer { public int Run(Dap.Mapper.Grid grid, Mapper.Grid own) => grid.Write() + own.Write(); }
}
