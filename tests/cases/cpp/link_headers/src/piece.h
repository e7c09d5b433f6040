#ifndef PIECE_H
#define PIECE_H
#include <string>
struct Piece {
  explicit Piece(const char* text) : text_(text) {}
  std::string str() const { return text_; }
  const char* text_;
};
#endif
