global using System.Text;
using System;
using static System.Math;
using static Local.Helpers;
using Json = Newtonsoft.Json.Linq;
using Table = System.Collections.Generic.Dictionary<string, int>;
using Short = Thing;
extern alias Old;

namespace Local
{
    using Inner.Space;

    static class Helpers { public static void Help() { } }

    class User
    {
        Json.JToken token;
        Table table = new Table();
        Short other;
        global::System.Uri uri;
        double Run() { Help(); return Sqrt(2) + Math.PI; }
    }
}
