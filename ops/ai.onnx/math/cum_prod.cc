// CumProd: y[i] = x[0] · … · x[i] along axis; integers wrap. exclusive: without x[i]; reverse: from
// the axis's end.
//   26
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/cumulative.h"

namespace etalon {
namespace {

// A product before the last factor may exceed the type.
Tensor open_products(const Tensor& y, const Tensor& x, const SumsOf& of) {
  const auto exact = [&] { return of({in_float64(x)}).as<double>(); };
  const auto at_least_one = [&] {
    const Reals factors = xt::maximum(xt::abs(x.as<double>()), 1.0);
    return of({Tensor::decided(DType::float64, factors)}).as<double>();
  };
  return wrap_or_saturate(step_or_exact(y, "overflow", at_least_one), "integer_overflow", exact);
}

Values cum_prod(const Call& call) { return cumulate<RunningProduct>(call, open_products); }

const Operator op("CumProd", cum_prod, {26});

}  // namespace
}  // namespace etalon
