// The inner loops of products by digits.
#pragma once

#include <cstddef>

namespace etalon::tiles {

constexpr size_t digit_columns = 16;
constexpr size_t most_digit_rows = 6;

// sums[r, j] = Σ a[k, r] · b[k, j] over k < depth, for a [depth, rows], b [depth, 16] and sums
// [rows, 16]. As all sums of digits are whole numbers below 2^53, each instruction set gives the
// same.
using DigitTile = void (*)(const double* a, const float* b, size_t depth, double* sums);

// For 1 to 6 rows.
DigitTile digit_tile(size_t rows);

}  // namespace etalon::tiles
