// CumSum and CumProd.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void cum_sum(Opening& open) { open.Y = open_sums(open, {"x"}, {}); }

// A product before the last factor may exceed the type.
void cum_prod(Opening& open) {
  const auto products = [&](const Opening::Change& change) {
    return open.again({"x"}, change).as<double>();
  };
  const auto at_least_one = [](const Tensor& x) {
    const Reals factors = xt::maximum(xt::abs(x.as<double>()), 1.0);
    return Tensor::decided(DType::float64, factors);
  };
  open.Y = step_or_exact(open.Y, "overflow", [&] { return products(at_least_one); });
  open.Y = wrap_or_saturate(open.Y, "integer_overflow", [&] { return products(in_float64); });
}

const Open op[] = {{"CumSum", cum_sum}, {"CumProd", cum_prod}};

}  // namespace
}  // namespace etalon
