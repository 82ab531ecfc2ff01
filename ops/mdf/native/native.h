// What the native functions share: formulas element by element.
#pragma once

#include <array>
#include <utility>

#include "engine/formula.h"
#include "engine/mdf/standard_function.h"

namespace etalon::mdf {

// f(x…), a formula over any number type R, for the elements of these arguments, which broadcast:
// each result is the exact value rounded once to float64. Throws InvalidInput for shapes that do
// not fit.
template <class F, size_t count>
Value each(const FunctionCall& call, const std::array<std::string_view, count>& arguments, F f) {
  std::vector<Tensor> X;
  for (const std::string_view name : arguments) {
    X.push_back(Tensor::decided(DType::float64, call.reals(name)));
  }
  const Tensor Y = etalon::each(X, [&]<class R>(const std::vector<R>& x) -> R {
    return [&]<size_t... i>(std::index_sequence<i...>)->R { return f(x[i]...); }
    (std::make_index_sequence<count>());
  });
  return float64(Y.as<double>());
}

}  // namespace etalon::mdf
