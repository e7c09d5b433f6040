#if NETFRAMEWORK
using Old;
#else
using New;
#endif

public class Store
#if NETFRAMEWORK
    : IOld
#endif
{
    int Plain() { return Later(); }

#if NETFRAMEWORK
    int Legacy()
    {
        return Plain() + 1;
    }
#else
    int Modern()
    {
        return Plain() + 2;
    }
#endif

    int Mixed(
#if NETFRAMEWORK
        int old
#else
        string current
#endif
    )
    {
#if NETFRAMEWORK
        return Legacy();
#else
        return Modern();
#endif
    }

    int Later() { return Plain(); }
}
