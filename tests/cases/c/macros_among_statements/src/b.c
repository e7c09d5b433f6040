/* Words of the language where nothing defines them. */
static int always(void) { return true; }
