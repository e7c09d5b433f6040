using System;
using System.Runtime.CompilerServices;

namespace Lib;

class Use
{
    private Uri external;

    [ModuleInitializer]
    internal static void Start(Holder holder) => holder.Size(1);
}
