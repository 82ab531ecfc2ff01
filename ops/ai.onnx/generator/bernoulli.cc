// Bernoulli: output[i] = 1 with probability input[i], else 0.
//   15, 22    22: more types
#include "ops/ai.onnx/generator/generator.h"

namespace etalon {
namespace {

Values bernoulli(const Call& call) {
  const Tensor& input = call.tensor("input");
  const std::shared_ptr<RandomStream> stream = random_stream(call);
  const Reals output = by_element(input.as<double>(), [&](double p) -> double {
    if (!(p >= 0 && p <= 1)) throw InvalidInput("the probability {} is outside [0, 1]", p);
    // Which end of [0, 1) stands for 1 is NumPy's choice (RandomState.binomial), for equal draws.
    const double u = stream->uniform();
    return p > 0.5 ? u <= p : u > 1 - p;
  });
  const DType type = output_type(call, "dtype", input.dtype());
  return {
      numeric(type, [&]<class T>() { return Tensor::of(type, Array<T>(xt::cast<T>(output))); })};
}

const Operator op("Bernoulli", bernoulli, {15, 22});

}  // namespace
}  // namespace etalon
