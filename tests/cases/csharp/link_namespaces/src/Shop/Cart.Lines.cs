using System.Collections.Generic;

namespace Shop.Orders
{
    partial class Cart
    {
        private readonly List<Line> lines = new();
        public int Size => count + total.Amount.ToString().Length;
        internal class Line { public Program Owner; }
    }

    class Program { }
}
