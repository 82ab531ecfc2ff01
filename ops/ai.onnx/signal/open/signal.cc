// The signal operators.
#include "engine/numerics/numerics.h"
#include "engine/operators/constant_options.h"

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

// A triangle without width on one side divides 0 by 0 at its peak.
void mel_weight_matrix(Opening& open) {
  const Ints bins = open.output(1).as<int64_t>();
  const auto peaks = [&] {
    Bools found = full(open.Y.shape(), false);
    for (size_t m = 0; m < found.shape()[1]; ++m) {
      const int64_t peak = bins(m + 1);
      if (bins(m) == peak || peak == bins(m + 2)) found(size_t(peak), m) = true;
    }
    return found;
  };
  open.Y = choice(open.Y, "zero_divisor", peaks, "one",
                  constants(open.Y.dtype(), {{"nan", std::nan("")}, {"zero", 0}}));
}

// By a fast transform, sums and products of infinities come in another order, and an infinity whose
// factor is 0 may not count. What is finite in the output is of signals without infinities.
Tensor of_infinities(const Opening& open, const Tensor& output, std::string_view input) {
  const auto where = [&] {
    const bool infinite = xt::any(Bools(xt::isinf(open.call.tensor(input).as<double>())));
    return Bools(!xt::isfinite(output.as<double>()) && full(output.shape(), infinite));
  };
  const auto left_out = [&] {
    const Tensor without = open.again({input}, [](const Tensor& X) {
      const Reals x = X.as<double>();
      return Tensor::decided(X.dtype(), Reals(xt::where(xt::isinf(x), 0.0, x)));
    });
    return choose(nans(output), without, output);
  };
  std::vector<Option> others =
      constants(output.dtype(),
                {{"nan", std::nan("")}, {"infinity", infinity}, {"minus_infinity", -infinity}});
  others.push_back({"left_out", left_out});
  return choice(output, "inf", where, "sum", others);
}

void dft(Opening& open) {
  open.Y = of_infinities(open, either_zero(open.Y, "negative_zero"), "input");
}

void stft(Opening& open) { open.Y = of_infinities(open, open.Y, "signal"); }

const Open op[] = {{"BlackmanWindow", window},
                   {"HammingWindow", window},
                   {"HannWindow", window},
                   {"DFT", dft},
                   {"STFT", stft},
                   {"MelWeightMatrix", edges, mel_weight_matrix}};

}  // namespace
}  // namespace etalon
