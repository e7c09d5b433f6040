#include <vector>

class Row {};

class Plane {
 public:
  Row& row(int n);
  const Row& row(int n) const;
};

class Sheet {
 public:
  Plane& plane();
  const Plane& plane() const;
  std::vector<Plane> planes;
  Plane* pointed;
  const Plane* fixed;
};

class Book {
 public:
  void read() const;
  void write();
  void any(Sheet* given);

 private:
  std::vector<Plane> planes_;
  Plane* pointed_;
  const Plane first_;
};
