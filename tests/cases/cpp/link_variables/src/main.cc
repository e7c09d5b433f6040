struct Text {
  Text(const char* data, int size);
  char operator[](int at) const;
  int length() const;
};

class Outer {
 public:
  class Inner;
  typedef int Size;
  Size measure(const char* data, int size);

 private:
  Text* many_;
};

class Outer::Inner {
 public:
  Inner(int size, Text text) : size(size), text(text) {}
  int get() const;
  int size;
  Text text;
};

typedef long Size;

int Outer::Inner::get() const { return size + text.length(); }

// The type in front is looked up outside of the class, those behind the name inside it.
Size Outer::measure(const char* data, int size) {
  Text text(data, size);
  Text* texts = &text;
  return text.length() + texts[0].length() + many_[1].length() + text[0].length();
}

int declared(int);
