#define LOCAL
#region all
namespace Build
{
#if NETFRAMEWORK
    public class Old
    {
#else
    public class New
    {
#endif
#if NET8_0_OR_GREATER && !NET48
        void Modern() { }
#elif LOCAL
        void NotThis() { }
#endif
#if !LOCAL
        void NotDefined() { }
#endif
#if HAVE_ASYNC // a feature
        void Async() { }
#endif
#if VENDOR
        void Vendor() { }
#else
        void NoVendor() { }
#endif
#if !VENDOR
        void NeitherBranchTwice() { }
#endif
        string text = @"
#if NETFRAMEWORK
" + Name;
        /// <summary>Kept.</summary>
#pragma warning disable CS0001
        int Name;
    }
}
#endregion
