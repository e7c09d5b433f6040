#include "test.h"

MY_FLAG(int, size, 8);

class MY_API Store {
 public:
  int get(int key);
  NO_COPY(Store);
  MY_API int put(int key);
};

struct StoreTest {
  Store store_;
  int helper();
};
typedef StoreTest OtherTest;

CHECK_F(StoreTest, gets) { store_.get(helper()); }
CHECK_F(OtherTest, puts) { store_.put(helper()); }

// No fixture: the class is only what the test is called after.
CHECK(Store, plain) {
  get(1);
  TEST_NOT_A_MACRO(2);
}

#define MY_ALIGNED alignas(64)
class MY_API MY_ALIGNED Both {
 public:
  int get();
};
int both(Both& it) { return it.get(); }
