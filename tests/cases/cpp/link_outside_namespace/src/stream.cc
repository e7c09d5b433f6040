#define KEPT_ALIVE __attribute__((used))

class Stream {
 public:
  KEPT_ALIVE
  Stream(char* buffer, int size) : buffer_(buffer), size_(size) {}

  int size() const { return size_; }

 private:
  char* buffer_;
  int size_;
};

int use(Stream& stream) { return stream.size(); }

namespace outer {
namespace {

class Flag {
 public:
  enum Kind { BOOL, INT };
  ~Flag();
  int kind_;
};

Flag::~Flag() { kind_ = INT; }

}  // namespace
}  // namespace outer
