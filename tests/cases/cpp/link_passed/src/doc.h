#include <cstdio>
enum Err { OK, BAD };
class Attr { public: const Attr* Next() const; Attr* Next(); };
class Elem { public:
  const Elem* First(const char* name = 0) const;
  Elem* First(const char* name = 0) { return 0; }
  const Attr* Find(const char* name) const;
  const char* GetText() const;
  bool BoolText() const;
};
class Doc { public:
  Err Load(const char* name);
  Err Load(FILE* f);
  Err Save(const char* name, bool compact = false);
  Err Save(FILE* f, bool compact = false);
  void Push(const char* s, bool b = false);
  void Push(int v);
  void Push(unsigned v);
  void Push(bool v);
  void Push(double v);
  bool Error() const { return false; }
  Err ErrorID() const { return OK; }
  const Elem* First(const char* name = 0) const { return 0; }
  Elem* First(const char* name = 0) { return 0; }
};
