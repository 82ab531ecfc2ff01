// Inverse, CDist, ComplexMul and ComplexMulConj.
#include "engine/operators/choice.h"
#include "ops/com.microsoft/math/cdist.h"
#include "ops/com.microsoft/math/complex_mul.h"

namespace etalon {
namespace {

// A matrix with NaN or an infinity has no inverse that the text speaks of.
void open_inverse(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  open.Y = either_zero(open.Y, "negative_zero");
  open.Y = anything(open.Y, "nonfinite", [&] {
    const std::vector<size_t> axes = {X.rank() - 2, X.rank() - 1};
    const Reals bad = xt::cast<double>(!xt::isfinite(X.as<double>()));
    return broadcast_array(Bools(max_over(bad, axes) > 0.0), X.shape());
  });
}

// Σ (|a| + |b|)², which no step of a formula exceeds; and the NaN that |a|² + |b|² − 2ab gives
// where (a − b)² is infinite.
void open_cdist(Opening& open) {
  const auto reach = [&] {
    return open.again({{"A", in_float64(magnitudes(open.call.tensor("A")))},
                       {"B", in_float64(each(magnitudes(open.call.tensor("B")),
                                             [](const auto& b) { return -b; }))}});
  };
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    const Reals y = reach().as<double>();
    return open.call.text("metric") == "euclidean" ? Reals(y * y) : y;
  });
  open.Y = choice(open.Y, "inf", [&] { return Bools(xt::isinf(open.Y.as<double>())); }, "formula",
                  {{"nan", [&] { return scalar(open.Y.dtype(), std::nan("")); }}});
}

// Products that cancel may exceed the type.
void open_complex(Opening& open) {
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    const auto size = [&](std::string_view X) {
      const ComplexParts of(open.call, X);
      const Reals parts = xt::maximum(xt::abs(of.re.as<double>()), xt::abs(of.im.as<double>()));
      return parts;
    };
    const Reals products = by_element(size("A"), size("B"), std::multiplies());
    return broadcast_array(Reals(2 * products), open.Y.shape());
  });
}

const Open op[] = {{"Inverse", open_inverse},
                   {"CDist", open_cdist},
                   {"ComplexMul", open_complex},
                   {"ComplexMulConj", open_complex}};

}  // namespace
}  // namespace etalon
