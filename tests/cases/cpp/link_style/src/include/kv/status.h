#pragma once
namespace kv {
class Status {
 public:
  static Status OK() { return Status(); }
  static Status NotFound(const char* what);
  bool ok() const;
};
}  // namespace kv
