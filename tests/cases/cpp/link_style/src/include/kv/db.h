#ifndef KV_DB_H_
#define KV_DB_H_
#include <string>
#include "kv/export.h"
#include "kv/status.h"

namespace kv {

struct Options;
class Env;

class KV_EXPORT DB {
 public:
  static Status Open(const Options& options, DB** db);
  virtual ~DB();
  virtual Status Get(const std::string& key, std::string* value) = 0;
};

}  // namespace kv
#endif
