// The elements of tensors: as text, and how far they are beyond the tolerance.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conformance/judge/compare.h"
#include "engine/values/tensor.h"

namespace etalon {

// Prints an element by its position in row-major order: floats as the shortest decimals that read
// back to the same value, "(re, im)", "true", "\"text\"".
using ElementPrinter = std::function<std::string(size_t index)>;
ElementPrinter element_printer(const Tensor& tensor);

// How far beyond the tolerance: for a NaN or infinity on one side only.
inline constexpr double not_finite_excess = std::numeric_limits<double>::infinity();
// For integers, bools and strings that differ.
inline constexpr double unequal_excess = 40;

// One number for each element, for tensors of equal type and shape: 0 where they match, else
// |actual − expected| / (atol + rtol·|expected|), at least 1 and finite, or one of the two above.
std::vector<double> excesses(const Tensor& actual, const Tensor& expected,
                             const Tolerance& tolerance);

}  // namespace etalon
