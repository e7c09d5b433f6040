#ifndef STATUS_H
#define STATUS_H
enum Status { StatusOk, StatusBad };
struct Log;
void report(struct Log* log, enum Status status);
#endif
