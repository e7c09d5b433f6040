#include "kv/db.h"
#include "env.h"

namespace kv {

class DBImpl : public DB {
 public:
  explicit DBImpl(const Options& options) : env_(options.env) {}
  Status Get(const std::string& key, std::string* value) override;
  int Writes() EXCLUSIVE_LOCKS_REQUIRED(mutex_);

 private:
  Env* const env_;
  port::Mutex mutex_;
  List<int>* list_ GUARDED_BY(mutex_);
  struct Writer;
  Writer* last_;
};

struct DBImpl::Writer { Status status; };

Status DBImpl::Get(const std::string& key, std::string* value) {
  mutex_.Lock();
  if (env_->Now() > Writes() && list_->Has(3)) return last_->status;
  return Status::NotFound("x");
}

int DBImpl::Writes() { return last_->status.ok(); }

Status DB::Open(const Options& options, DB** db) {
  *db = new DBImpl(options);
  return Status::OK();
}

class DBTest {
 public:
  void Reopen();
  DB* db_;
};

TEST_F(DBTest, Empty) {
  Reopen();
  db_->Get("a", nullptr);
  Writes();
}

}  // namespace kv
