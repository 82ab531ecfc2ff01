// MatMulBnb4: sums whose steps may exceed the type, and the sign of a zero.
#include "ops/com.microsoft/quantization/matmul_bnb4.h"
#include "ops/com.microsoft/quantization/open/sides_of_product.h"

namespace etalon {
namespace {

void open_sums_of_bnb4(Opening& open) {
  open.Y = either_zero(open.Y, "negative_zero");
  const auto sides = [&] {
    const Bnb4 of(open.call);
    return sides_of_product(of.A.as<double>(), Reals(of.code.as<double>() * of.absmax.as<double>()),
                            nullptr, open.Y.shape());
  };
  open.Y = sum_or_exact(
      open.Y, "overflow",
      [&] {
        const Sides of = sides();
        return Reals(of.above + of.below);
      },
      sides);
}

const Open op("MatMulBnb4", open_sums_of_bnb4);

}  // namespace
}  // namespace etalon
