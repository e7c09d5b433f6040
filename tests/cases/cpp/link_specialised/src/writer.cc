class Sink {};

template <typename T>
class Writer {
 public:
  int write(int n) { return check(n); }
  int check(int n) { return n; }
  int close() { return 0; }
};

template <typename T>
class Writer<T*> {
 public:
  int write(int n) { return n + 1; }
};

template <typename T>
class Plain {
 public:
  int write(int n) { return n; }
};

int use(Writer<Sink*>& there, Writer<Sink>& here, Plain<Sink>& plain) {
  there.write(1);
  here.write(2);
  here.close();
  return plain.write(3);
}
