class Timer {
 public:
  int took() { return begin_ + wide_; }
  void start();

#ifdef _WIN32
  long begin_;
#else
  int begin_;
#endif
#ifdef WIDE
  long wide_;
#else
  int wide_;
#endif
};
