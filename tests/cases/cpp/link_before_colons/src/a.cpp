namespace log {
namespace level {
enum kind : int { trace, off };
int parse(int text) { return text; }
}
struct message {
  message(level::kind lvl, int level) : level(lvl) { level::parse(level); }
  level::kind level{level::off};
  int shown() const { return level == level::trace; }
};
struct plain {
  int level;
  int shown() const { return level; }
};
inline int run(int level) {
  level::kind one = level::off;
  return level + one;
}
}
int level;
int outside() { return level + log::level::parse(1); }
