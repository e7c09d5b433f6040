namespace codec {
namespace internal {
enum { LITERAL = 0, COPY };
static const int kMaxTag = 5;
class Buffer {
 public:
  void clear();
};
int Encode(int value);
namespace deep {
int Depth();
}
}  // namespace internal
}  // namespace codec
