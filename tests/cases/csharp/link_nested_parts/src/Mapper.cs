using System.Collections.Generic;
namespace Dap
{
    public static partial class Mapper
    {
        private class Comparer
        {
            public int Compare(int x, int y) => x;
        }
    }
}
