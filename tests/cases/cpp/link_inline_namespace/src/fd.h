namespace goo {
inline namespace internal_ {
class Fd { public: Fd(char* b, unsigned long n); int get() const; };
bool demangle(const char* a, char* out);
}
namespace hidden_ {
bool unmangle(const char* a);
}
}
