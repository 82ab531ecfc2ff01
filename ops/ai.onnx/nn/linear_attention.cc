// LinearAttention: a state S of each key and value head, updated token by token by update_rule,
//   linear        S = S + k ⊗ v
//   gated         S = exp(g) S + k ⊗ v
//   delta         S = S + β k ⊗ (v - Sᵀk)
//   gated_delta   S = exp(g) S + β k ⊗ (v - (exp(g) S)ᵀk)
// and read by q_num_heads / kv_num_heads neighbouring query heads: output = scale · qᵀS.
//   27   scale 0 is 1 / √d_k
#include "ops/ai.onnx/nn/linear_attention.h"
#include "engine/numerics/matmul.h"
#include "ops/ai.onnx/nn/columns.h"

namespace etalon {
namespace {

Tensor joined(const std::vector<Tensor>& parts, DType type, const Shape& shape) {
  return parts.empty() ? Tensor::zeros(type, shape) : concat(parts, 0).reshaped(shape);
}

// Columns [first, end) of a head's outputs [T · group, d_v] and of its last state [d_k, d_v].
template <class R>
std::vector<Tensor> attended(const Head& head, double scale, size_t first, size_t end) {
  const auto columns = [&](const Tensor& X) {
    return elements_of<R>(slice(X, X.rank() - 1, first, end));
  };
  const Array<R> q = elements_of<R>(head.q), k = elements_of<R>(head.k), v = columns(head.v);
  const Array<R> g = elements_of<R>(head.g), beta = elements_of<R>(head.beta);
  const DType type = head.q.dtype();
  const size_t T = head.q.dim(0), group = head.q.dim(1), d_k = head.q.dim(2);
  Array<R> S = columns(head.S);
  std::vector<Tensor> outputs;
  for (size_t t = 0; t < T; ++t) {
    const Array<R> q_t = xt::view(q, t), k_t = xt::view(k, t);
    Array<R> written = xt::view(v, t);
    if (head.rule.gated) S = Array<R>(real::exp(xt::view(g, t)) * S);
    if (head.rule.delta) written = Array<R>(xt::view(beta, t) * (written - matmul(k_t, S)));
    S = Array<R>(S + xt::transpose(k_t) * written);
    const Array<R> read = matmul(q_t, S);
    const Array<R> output =
        scale != 0 ? Array<R>(scale * read) : Array<R>(read / real::sqrt(R(d_k)));
    outputs.push_back(rounded(type, output));
  }
  return {joined(outputs, type, {T * group, end - first}), rounded(head.S.dtype(), S)};
}

Values linear_attention(const Call& call) {
  const Operands of = operands_of(call);
  const Sizes& n = of.n;
  const DType type = of.q.dtype(), state_type = of.S.dtype();
  const DType widest = state_type == DType::float64 ? state_type : type;
  const double scale = call.real("scale");
  std::vector<Tensor> outputs, states;
  for (size_t b = 0; b < n.B; ++b) {
    for (size_t h = 0; h < n.H_kv; ++h) {
      const Head head(of, b, h);
      const std::vector<Tensor> both = by_columns(
          widest, 0, n.d_v,
          [&]<class R>(size_t first, size_t end) { return attended<R>(head, scale, first, end); });
      outputs.push_back(both[0]);
      states.push_back(both[1]);
    }
  }
  const Tensor output = joined(outputs, type, {n.B, n.H_kv, n.T, n.group, n.d_v});
  return {transposed(output, {0, 2, 1, 3, 4}).reshaped({n.B, n.T, n.H_kv * n.group * n.d_v}),
          joined(states, state_type, of.S.shape())};
}

const Operator op("LinearAttention", linear_attention, {27});

}  // namespace
}  // namespace etalon
