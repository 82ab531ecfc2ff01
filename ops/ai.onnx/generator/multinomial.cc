// Multinomial: output[b, s] = c with probability exp(input[b, c]) / Σ exp(input[b]).
//   7, 22     22: more types
#include "ops/ai.onnx/generator/generator.h"

namespace etalon {
namespace {

// The running sums of a row's probabilities, up to a common factor.
std::vector<double> running_sums(const Reals& row) {
  const double largest = row.size() == 0 ? NAN : *std::max_element(row.begin(), row.end());
  std::vector<double> sums;
  double sum = 0;
  for (const double x : row) {
    sum += real::exp(x - largest);
    sums.push_back(sum);
  }
  if (!(sum > 0 && sum < INFINITY)) {
    throw InvalidInput("a row of input has no finite log-probability")
        .at(row.size() == 0 ? "empty" : "nan");
  }
  return sums;
}

Values multinomial(const Call& call) {
  const Tensor& input = call.tensor("input");
  require_rank("input", input, 2);
  const int64_t sample_size = call.integer("sample_size");
  if (sample_size < 0) throw InvalidInput("sample_size is {}", sample_size);
  const Shape shape{input.dim(0), size_t(sample_size)};
  const std::shared_ptr<RandomStream> stream = random_stream(call);
  const Reals x = input.as<double>();
  Ints output = empty_array<int64_t>(shape);
  for (size_t b = 0; b < shape[0]; ++b) {
    const std::vector<double> sums = running_sums(xt::row(x, std::ptrdiff_t(b)));
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
