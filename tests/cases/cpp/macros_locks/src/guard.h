#pragma once
class CAPABILITY("mutex") Mutex {
 public:
  void lock() ACQUIRE() { held_ = true; }
  void unlock() RELEASE();

 private:
  bool held_ = false;
};

class SCOPED_CAPABILITY Lock {
 public:
  explicit Lock(Mutex& m) ACQUIRE(m);
};

class Queue {
 public:
  int take() EXCLUDES(mutex_);
  void wait(Lock& lock, int at)
      REQUIRES(mutex_);
  int count() const REQUIRES(mutex_) { return size_; }
  int release() { RELEASE(mutex_) + 1; return 0; }

 private:
  Mutex mutex_;
  int size_ GUARDED_BY(mutex_);
};
