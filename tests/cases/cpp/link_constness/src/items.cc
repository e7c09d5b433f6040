#include <vector>
class Image { public: float* const IMAGE_RESTRICT Row(int y) { return 0; } const float* Row(int y) const { return 0; } };
void f(const std::vector<Image>& a, std::vector<Image>& b, const std::vector<Image*>& c) {
  const float* const IMAGE_RESTRICT r = a[1].Row(2);
  float* const IMAGE_RESTRICT s = b[1].Row(2);
  c[1]->Row(2);
}
