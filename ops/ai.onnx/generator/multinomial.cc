// Multinomial: output[b, s] = c with probability exp(input[b, c]) / Σ exp(input[b]).
//   7, 22     22: more types
#include "ops/ai.onnx/generator/generator.h"

namespace etalon {
namespace {

// The running sums of a row's probabilities, up to a common factor.
std::vector<double> cumulative(const double* log_probability, size_t classes) {
  const double* end = log_probability + classes;
  const double most = classes ? *std::max_element(log_probability, end) : NAN;
  std::vector<double> sums;
  double sum = 0;
  for (const double* x = log_probability; x != end; ++x) sums.push_back(sum += std::exp(*x - most));
  if (!(sum > 0 && sum < INFINITY)) {
    throw InvalidInput("a row of input holds no log-probabilities of which one is finite");
  }
  return sums;
}

Values multinomial(const Call& call) {
  const Tensor& input = call.tensor("input");
  if (input.rank() != 2) throw InvalidInput("input has rank {}, not 2", input.rank());
  const Shape shape = to_shape({int64_t(input.dim(0)), call.integer("sample_size")});
  const std::shared_ptr<RandomStream> stream = random_stream(call);
  const Reals x = input.as<double>();
  Ints output = empty_array<int64_t>(shape);
  for (size_t b = 0; b < shape[0]; ++b) {
    const std::vector<double> sums = cumulative(x.data() + b * input.dim(1), input.dim(1));
    for (size_t s = 0; s < shape[1]; ++s) {
      const double u = stream->uniform() * sums.back();
      output(b, s) = std::upper_bound(sums.begin(), sums.end(), u) - sums.begin();
    }
  }
  return {Tensor::of(output_type(call, "dtype", DType::int32), output)};
}

const Operator op("Multinomial", multinomial, {7, 22});

}  // namespace
}  // namespace etalon
