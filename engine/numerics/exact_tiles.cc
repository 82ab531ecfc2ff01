#include <array>
#include <utility>

#include "engine/numerics/digit_tiles.h"
#include "engine/numerics/tiles.h"

namespace etalon::tiles {
namespace {

// Two vectors of columns at a time, and as many k as there must be sums in work at once.
template <int bytes, int rows>
[[gnu::always_inline]] inline void digits(const double* a, const float* b, size_t depth,
                                          double* sums) {
  using V = typename Vector<double, bytes>::Type;
  using Narrow = typename Vector<float, bytes / 2>::Type;
  constexpr size_t lanes = bytes / sizeof(double);
  constexpr int width = 2, ways = rows == 1 ? 4 : rows == 2 ? 2 : 1;
  for (size_t j = 0; j < digit_columns; j += width * lanes) {
    V sum[ways][rows][width] = {};
    const auto add = [&](int way, size_t k) __attribute__((always_inline)) {
      for (int v = 0; v < width; ++v) {
        const float* b_k = b + k * digit_columns + j + v * lanes;
        const V wide = __builtin_convertvector(*reinterpret_cast<const Narrow*>(b_k), V);
        for (int r = 0; r < rows; ++r) sum[way][r][v] += a[k * rows + r] * wide;
      }
    };
    size_t k = 0;
    for (; k + ways <= depth; k += ways) {
      for (int way = 0; way < ways; ++way) add(way, k + way);
    }
    for (; k < depth; ++k) add(0, k);
    for (int r = 0; r < rows; ++r) {
      for (int v = 0; v < width; ++v) {
        for (int way = 1; way < ways; ++way) sum[0][r][v] += sum[way][r][v];
        *reinterpret_cast<V*>(sums + r * digit_columns + j + v * lanes) = sum[0][r][v];
      }
    }
  }
}

template <int rows>
void baseline_digits(const double* a, const float* b, size_t depth, double* sums) {
  digits<16, rows>(a, b, depth, sums);
}
#ifdef __x86_64__
template <int rows>
[[gnu::target("avx2,fma")]] void avx2_digits(const double* a, const float* b, size_t depth,
                                             double* sums) {
  digits<32, rows>(a, b, depth, sums);
}
template <int rows>
[[gnu::target("avx512f,avx512dq,avx2,fma")]] void avx512_digits(const double* a, const float* b,
                                                                size_t depth, double* sums) {
  digits<64, rows>(a, b, depth, sums);
}
#endif

using DigitTiles = std::array<DigitTile, most_digit_rows>;

template <int... less_one>
DigitTiles best_digit_tiles(std::integer_sequence<int, less_one...>) {
#ifdef __x86_64__
  if (has_avx512()) return {avx512_digits<less_one + 1>...};
  if (has_avx2()) return {avx2_digits<less_one + 1>...};
#endif
  return {baseline_digits<less_one + 1>...};
}

}  // namespace

Kernel<double> exact_kernel() { return best_kernel<double, Products::exact>(); }

DigitTile digit_tile(size_t rows) {
  static const DigitTiles tiles =
      best_digit_tiles(std::make_integer_sequence<int, int(most_digit_rows)>());
  return tiles.at(rows - 1);
}

}  // namespace etalon::tiles
