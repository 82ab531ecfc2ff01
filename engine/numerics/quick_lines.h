// Functions of lines that doubles with a bound of their error decide: cheap, and enough for nearly
// every digit.
#pragma once

#include "engine/numerics/carriers.h"

namespace etalon {

// by_lines for a result of X's shape and type, where quick(line, number) puts the results in the
// place of a line of floats of at most 32 bits, or returns false to leave them to f.
template <class Quick, class F>
Tensor by_lines_quickly(const Tensor& X, Quick quick, F f) {
  constexpr size_t elements_at_once = 4096;
  const DType type = X.dtype();
  if (type == DType::float64 || current_rounding() || X.size() == 0) {
    return by_lines(X, {type}, f)[0];
  }
  const size_t lines = X.dim(0), length = X.dim(1);
  const size_t at_once = std::max<size_t>(1, elements_at_once / length);
  const Elements<double> elements(X);
  Reals results = empty_array<double>(X.shape());
  for (size_t first = 0; first < lines; first += at_once) {
    const size_t last = std::min(lines, first + at_once), count = (last - first) * length;
    double* const block = results.data() + first * length;
    elements.copy(first * length, count, block);
    size_t line = first;
    while (line < last && quick(results.data() + line * length, line)) ++line;
    if (line == last) continue;
    Reals values = empty_array<double>({last - first, length});
    elements.copy(first * length, count, values.data());
    const auto f_of_block = [&]<class R>(const Array<R>& x, size_t at) { return f(x, first + at); };
    const Tensor exact = by_lines(Tensor::decided(type, values), {type}, f_of_block)[0];
    Elements<double>(exact).copy(0, count, block);
  }
  return Tensor::decided(type, results);
}

}  // namespace etalon
