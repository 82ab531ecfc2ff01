// What the native functions share: formulas element by element.
#pragma once

#include <array>
#include <utility>

#include "engine/mdf/standard_function.h"
#include "engine/numerics/numerics.h"
#include "engine/numerics/rounded.h"

namespace etalon::mdf {

// f(x…), a formula over any carrier of the reals, for the elements of these arguments, which
// broadcast: each the exact value rounded once to float64. Throws InvalidInput for shapes that do
// not fit.
template <class F, size_t count>
Value each(const FunctionCall& call, const std::array<std::string_view, count>& arguments, F f) {
  std::array<Reals, count> x;
  Shape shape;
  for (size_t i = 0; i < count; ++i) {
    x[i] = call.reals(arguments[i]);
    shape = broadcast_shapes(shape, x[i].shape());
  }
  for (Reals& argument : x) argument = broadcast_array(argument, shape);
  Reals result = empty_array<double>(shape);
  for (size_t at = 0; at < result.size(); ++at) {
    const auto element = [&]<size_t... i>(std::index_sequence<i...>) {
      return correctly_rounded(DType::float64, f, x[i].data()[at]...);
    };
    result.data()[at] = element(std::make_index_sequence<count>());
  }
  return float64(result);
}

}  // namespace etalon::mdf
