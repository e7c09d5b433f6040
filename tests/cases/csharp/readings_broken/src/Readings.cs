public class Store
#if NETFRAMEWORK
    : IOld
#endif
{
#if NETFRAMEWORK
}
