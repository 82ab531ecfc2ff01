#include "ops/thinker/tables.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace etalon::thinker {
namespace {

// A piecewise-linear curve of numbers in Q11 to numbers in Q15: piece i serves |x| up to
// bands[i + 1], and is (slope · x) / 2^shift + offset.
struct Curve {
  std::array<int64_t, 17> bands;
  std::array<int64_t, 16> slopes;
  std::array<int64_t, 16> offsets;
  std::array<int, 4> shifts;  // of pieces 0 …, 5 …, 9 …, 13 …

  size_t piece(int64_t magnitude) const {
    const auto above = std::lower_bound(bands.begin() + 1, bands.end() - 1, magnitude);
    return static_cast<size_t>(above - bands.begin()) - 1;
  }
  int shift(size_t piece) const {
    if (piece < 5) return shifts[0];
    if (piece < 9) return shifts[1];
    return piece < 13 ? shifts[2] : shifts[3];
  }
  int64_t product(size_t piece, int64_t x) const { return (slopes[piece] * x) >> shift(piece); }
};

constexpr Curve sigmoid_curve{{0, 971, 1699, 2347, 2974, 3614, 4291, 5026, 5861, 6831, 7864, 8987,
                               10375, 11594, 13168, 14730, 32768},
                              {32316, 29471, 25891, 22068, 18225, 29057, 22206, 16113, 10881, 27353,
                               16611, 9242, 4618, 20670, 8610, 693},
                              {16384, 16721, 17464, 18559, 19954, 21585, 23380, 25249, 27121, 28807,
                               30096, 31107, 31839, 32199, 32502, 32724},
                              {13, 14, 16, 19}};

constexpr Curve tanh_curve{{0, 512, 888, 1226, 1558, 1899, 2264, 2670, 3146, 3734, 4297, 4761, 5466,
                            6151, 7193, 8093, 32768},
                           {32266, 29154, 25374, 21309, 17272, 26886, 19904, 13765, 8599, 19497,
                            12047, 7324, 3373, 26820, 5531, 337},
                           {0, 778, 2417, 4851, 7922, 11474, 15334, 19335, 23303, 26699, 28653,
                            30026, 31344, 31981, 32565, 32725},
                           {11, 12, 14, 18}};

// ⌊y / 2^8 + ½⌋ within int8: Q15 to Q7.
int64_t q7(int64_t y) { return std::clamp<int64_t>((y + 128) >> 8, -128, 127); }

}  // namespace

// For x < 0 the offset is mirrored: σ(-x) = 1 - σ(x), where 1 is 2^15.
int64_t sigmoid7(int64_t x) {
  x = std::clamp<int64_t>(x, -32768, 32767);
  const size_t i = sigmoid_curve.piece(std::abs(x));
  const int64_t above = sigmoid_curve.offsets[i];
  const int64_t offset = x < 0 ? 32768 - above : above;
  return q7(std::min<int64_t>(32767, sigmoid_curve.product(i, x) + offset));
}

// For x < 0 the offset is mirrored: tanh(-x) = -tanh(x).
int64_t tanh7(int64_t x) {
  x = std::clamp<int64_t>(x, -32767, 32767);
  const size_t i = tanh_curve.piece(std::abs(x));
  const int64_t above = tanh_curve.offsets[i];
  const int64_t offset = x < 0 ? -above : above;
  return q7(std::clamp<int64_t>(tanh_curve.product(i, x) + offset, -32768, 32767));
}

}  // namespace etalon::thinker
