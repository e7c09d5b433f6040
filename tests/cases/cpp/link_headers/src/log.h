#ifndef LOG_H
#define LOG_H
struct Log { void line(Piece piece); Status last; };
#endif
