// The signal operators.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// A symmetric window of size 1 divides 0 by 0.
void window(Opening& open) {
  const Tensor Y = open.Y;
  if (!is_float(Y.dtype())) return;
  const bool divides = Y.size() == 1 && !open.call.flag("periodic");
  const auto constant = [&](double value) {
    return [&Y, value] { return Tensor::of(Y.dtype(), scalar_array(value)); };
  };
  open.Y = choice(Y, "zero_divisor", [&] { return full(Y.shape(), divides); }, "nan",
                  {{"one", constant(1)}, {"zero", constant(0)}, {"edge", constant(0.08)}});
}

void edges(const Call& call) {
  const double low = call.tensor("lower_edge_hertz").item<double>();
  const double high = call.tensor("upper_edge_hertz").item<double>();
  at_point("nan", std::isnan(low) || std::isnan(high));
  at_point("inf", std::isinf(low) || std::isinf(high));
}

// A triangle without width on one side divides by 0 there.
void mel_weight_matrix(Opening& open) {
  const Ints bins = open.output(1).as<int64_t>();
  open.Y = no_result(open.Y, "zero_divisor", [&] {
    return by_element(coordinate(open.Y.shape(), 1), [&](int64_t m) {
      const auto i = static_cast<size_t>(m);
      return bins(i) == bins(i + 1) || bins(i + 1) == bins(i + 2);
    });
  });
}

// By a fast transform, sums and products of infinities come in another order. What is finite in the
// output is of signals without infinities.
Tensor of_infinities(const Tensor& output, const Tensor& input) {
  return no_result(output, "inf", [&] {
    const bool infinite = xt::any(Bools(xt::isinf(input.as<double>())));
    return Bools(!xt::isfinite(output.as<double>()) && full(output.shape(), infinite));
  });
}

void dft(Opening& open) {
  open.Y = of_infinities(either_zero(open.Y, "negative_zero"), open.call.tensor("input"));
}

void stft(Opening& open) { open.Y = of_infinities(open.Y, open.call.tensor("signal")); }

const Open op[] = {{"BlackmanWindow", window},
                   {"HammingWindow", window},
                   {"HannWindow", window},
                   {"DFT", dft},
                   {"STFT", stft},
                   {"MelWeightMatrix", edges, mel_weight_matrix}};

}  // namespace
}  // namespace etalon
