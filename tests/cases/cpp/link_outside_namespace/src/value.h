namespace json {
class Value {};
class Reader {
 public:
  Value& current();
  Value last();
};
}  // namespace json

namespace text {
class Other {};
}  // namespace text
