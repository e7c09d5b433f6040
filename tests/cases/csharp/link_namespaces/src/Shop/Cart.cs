using System.Text;
using static Shop.Common.Rates;
using Cash = Shop.Common.Money;

namespace Shop.Orders;

public partial class Cart : Cart.Base
{
    private Money total = new Cash();
    public class Base { protected int count; public class Row { } }
    public int Rate() => Of(total) + Full + Rates.Full;
    public Line First() => lines[0];
    private Row row;
    private Stranger notImported;
    private StringBuilder text;
    private Shop.Unused.Stranger qualified;
    private global::Shop.Common.Hidden rooted;
    private Common.Hidden relative;
}
