#pragma once
#include <chrono>
#include <string>

class Civil {
 public:
  explicit Civil(int year);
  Civil(const Civil& other);
};

class Zone {
 public:
  int lookup(const Civil& at) const;
  int lookup(const std::string& name) const { return 0; }
};

int convert(const Civil& at, const Zone& zone);
template <typename D>
int convert(const std::chrono::time_point<D>& at, const Zone& zone) { return 0; }
