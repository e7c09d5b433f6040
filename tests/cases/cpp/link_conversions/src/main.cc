#include <cstdarg>
#include <sstream>
#include <string>

struct Node { Node(int id, int weight); };
struct Named { Named(const char* name); };
enum Color { Red };

void add(const std::string& name);
void add(Node* node);
void take(Named named, int count);
void take(Node node, int count);
void show(double value);
void show(long value);
void show(const std::string& value);
void load(const std::string& text);
void load(std::istream& stream);
void warn(const char* format, va_list list);
void warn(const char* format, ...);
template <typename T> T as(int value);
template <typename T> T as(int value, T otherwise);

void run(Node node) {
  add("name");
  add(&node);
  take("a", 1);
  show(1e3);
  show(2L);
  show("text");
  std::stringstream stream;
  load(stream);
  warn("%s", "x");
  as<int>(1);
  as<Color>(1, Red);
  // Several are left, or none.
  show(Red);
  add(unknown());
}
