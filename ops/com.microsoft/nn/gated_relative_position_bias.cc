// GatedRelativePositionBias: output[b, n, i, j] = (gate_u · (gate_r · eco_a[n] − 1) + 2) ·
// rel_pos[n, i, j], where gate_u and gate_r = 1 / (1 + exp(−g)) with g the sum of one half of the D
// columns of q · weight + bias, and q head n of token i of query_layer + query_bias.
//   1
// The text is PyTorch's code of this. It does not say how token_offset puts the tokens of a
// query_layer without padding in their places.
#include "engine/formula.h"
#include "ops/ai.onnx/math/activations.h"

namespace etalon {
namespace {

void require_operands(const Call& call, const Shape& query, size_t num_heads, size_t head_size) {
  require_shape("query_bias", call.tensor("query_bias"), {query[2]});
  require_shape("rel_pos", call.tensor("rel_pos"), {1, num_heads, query[1], query[1]});
  require_shape("weight", call.tensor("weight"), {head_size, any_size});
  const size_t D = call.tensor("weight").dim(1);
  if (D % 2 != 0) throw InvalidInput("weight has {} columns, not an even number", D);
  require_shape("bias", call.tensor("bias"), {D});
  require_shape("eco_a", call.tensor("eco_a"), {1, num_heads, 1, 1});
}

Values gated_relative_position_bias(const Call& call) {
  const Tensor& given = call.tensor("query_layer");
  if (given.rank() == 2) {
    throw Unspecified("the text does not say how token_offset orders the tokens");
  }
  require_rank("query_layer", given, 3);
  const size_t num_heads = size_t(std::max<int64_t>(call.integer("num_heads"), 1));
  const size_t head_size = given.dim(2) / num_heads;
  if (head_size * num_heads != given.dim(2)) {
    throw InvalidInput("{} heads do not divide a hidden size of {}", num_heads, given.dim(2));
  }
  require_operands(call, given.shape(), num_heads, head_size);
  const Reader query_layer(given), query_bias(call.tensor("query_bias"));
  const Reader weight(call.tensor("weight")), bias(call.tensor("bias")),
      eco_a(call.tensor("eco_a"));
  const size_t half = weight.dim(1) / 2;
  const auto gate = [&]<class R>(size_t b, size_t n, size_t i) -> R {
    const auto half_gate = [&](size_t first) {
      Sum<R> g;
      for (size_t d = first; d < first + half; ++d) {
        g.add(bias.at<R>(d));
        for (size_t k = 0; k < head_size; ++k) {
          const size_t at = n * head_size + k;
          g.add((query_layer.at<R>(b, i, at) + query_bias.at<R>(at)) * weight.at<R>(k, d));
        }
      }
      return activation::sigmoid(g.result());
    };
    const R gate_u = half_gate(0), gate_r = half_gate(half);
    return gate_u * (gate_r * eco_a.at<R>(n) - R(1)) + R(2);
  };
  const size_t batch = given.dim(0), sequence = given.dim(1);
  const Tensor gates = each_output(DType::float64, {batch, num_heads, sequence}, gate);
  return {each(given.dtype(), gates.reshaped({batch, num_heads, sequence, 1}),
               call.tensor("rel_pos"), [](const auto& g, const auto& x) { return g * x; })};
}

const Operator op("GatedRelativePositionBias", gated_relative_position_bias, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
