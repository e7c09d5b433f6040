#include "timer.h"

void Timer::start() { begin_ = 1; }

int use(Timer& timer) { return timer.begin_ + timer.wide_; }
