// MatMulBnb4: sums whose steps may exceed the type, and the sign of a zero.
#include "ops/com.microsoft/quantization/matmul_bnb4.h"
#include "engine/numerics/matmul.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void open_sums_of_bnb4(Opening& open) {
  open.Y = either_zero(open.Y, "negative_zero");
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    const Bnb4 of(open.call);
    const Reals weights = xt::abs(of.code.as<double>()) * xt::abs(of.absmax.as<double>());
    Reals steps = matmul(Reals(xt::abs(of.A.as<double>())), weights);
    steps.reshape(open.Y.shape());
    return steps;
  });
}

const Open op("MatMulBnb4", open_sums_of_bnb4);

}  // namespace
}  // namespace etalon
