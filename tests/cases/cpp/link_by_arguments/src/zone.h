namespace zones {
class zone { public: int id; };
class date { public: int year() const; };
date convert(int time, const zone& tz);
date convert(const date& day, const zone& tz);
bool load(const char* name, zone* tz);
bool plain(const char* name);
namespace inner { void deep(int a); }
}
namespace others {
class thing {};
bool load(const char* name, thing* t);
bool only_here(int a);
}
