// Nothing is included: what is called vector here is not the library's.
namespace std {
struct Own { int size(); };
}

int plain(std::Own own, std::vector<std::Own> owns) {
  return own.size() + owns[0].size();
}
