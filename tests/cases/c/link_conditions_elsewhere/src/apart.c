#define LONELY

int apart(int n) { return n; }
