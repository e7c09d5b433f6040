#if !NET5_0_OR_GREATER
namespace System.Runtime.CompilerServices
{
    internal class ModuleInitializerAttribute : Attribute { }
}
#endif

namespace Lib
{
#if NETFRAMEWORK
    public class Uri { public string Old; }
    public class Legacy { }
#endif
    public class Holder
    {
#if NETFRAMEWORK
        public int Size(int old) => old;
        private Legacy seen;
#else
        public int Size(int now) => now;
#endif
    }
}
