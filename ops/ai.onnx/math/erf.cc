// Erf: output = erf(input) = 2/√π ∫₀^input exp(-t²) dt, elementwise.
//   9         floats and integers
//   13        floats alone; bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Tensor erf(const Tensor& input) {
  return each(input, [](auto x) { return real::erf(x); });
}

Values erf_9(const Call& call) {
  const Tensor& input = call.tensor("input");
  if (is_float(input.dtype())) return {erf(input)};
  // Of the integers only 0 has an integer error function: 0.
  const Reals x = input.as<double>();
  for (const double value : x) {
    if (value != 0 && !choices_wanted()) {
      throw Unspecified("the specification does not say how a tensor({}) holds erf({})",
                        name(input.dtype()), value);
    }
  }
  const Tensor truncated = Tensor::zeros(input.dtype(), input.shape());
  const auto rounded = [&] { return Tensor::of(input.dtype(), Ints(xt::sign(x))); };
  return {choice(truncated, "int_min", [&] { return Bools(xt::not_equal(x, 0.0)); }, "truncate",
                 {{"round", rounded}})};
}

Values erf_13(const Call& call) { return {erf(call.tensor("input"))}; }

const Operator op("Erf", {{erf_9, {9}}, {erf_13, {13}}});

}  // namespace
}  // namespace etalon
