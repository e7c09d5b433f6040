#define true ((int)1)
#define false ((int)0)
#define API_CALL
#define API
#define EXPECT_BEGIN if (1) {
#define EXPECT_END }

API long (measure)(int a);

enum order {
  FIRST_ONE,
  LAST_ONE
};

static int table[] = {
  LAST_ONE
};

static void *API_CALL make(unsigned long size) { return 0; }

static int run(int a) {
  EXPECT_BEGIN
  run(a);
  EXPECT_END
  return make(a) ? true : false;
}

/* A product, not a declaration. */
static int product(int a, int *b) { return a * LAST_ONE + *b; }
