LIB_BEGIN_NAMESPACE
#define LIB_API __attribute__((visibility("default")))
#define LIB_INLINE inline

class LIB_API Widget : public Base {
 public:
  LIB_CONSTEXPR Widget() : id_(0) {}
  LIB_INLINE int id() const { return id_; }

 private:
  int id_;
};

LIB_NODISCARD int make(Widget& widget);

#ifdef LIB_FAST
int make(Widget& widget) {
#else
int make(Widget& widget, int unused) {
#endif
  return widget.id();
}
LIB_END_NAMESPACE
