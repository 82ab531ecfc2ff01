// LinearAttention: a state S of each key and value head, updated token by token by update_rule,
//   linear        S = S + k ⊗ v
//   gated         S = exp(g) S + k ⊗ v
//   delta         S = S + β k ⊗ (v - Sᵀk)
//   gated_delta   S = exp(g) S + β k ⊗ (v - (exp(g) S)ᵀk)
// and read by q_num_heads / kv_num_heads neighbouring query heads: output = scale · qᵀS.
//   27   scale 0 is 1 / √d_k
#include "engine/numerics/matmul.h"
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

struct Sizes {
  size_t B, T, H_kv, group, d_k, d_v;
};

size_t heads(const Call& call, std::string_view attribute) {
  const int64_t count = call.integer(attribute);
  if (count < 1) throw InvalidInput("{} {} is not positive", attribute, count);
  return static_cast<size_t>(count);
}

Sizes sizes(const Call& call) {
  const Tensor& query = call.tensor("query");
  const Tensor& value = call.tensor("value");
  if (query.rank() != 3 || value.rank() != 3) {
    throw InvalidInput("query and value have the ranks {} and {}, not 3", query.rank(),
                       value.rank());
  }
  const size_t H_q = heads(call, "q_num_heads");
  const size_t H_kv = heads(call, "kv_num_heads");
  if (H_q % H_kv != 0 || query.dim(2) % H_q != 0 || value.dim(2) % H_kv != 0) {
    throw InvalidInput("{} query heads and {} key and value heads do not fit {} and {}", H_q, H_kv,
                       to_string(query.shape()), to_string(value.shape()));
  }
  return {query.dim(0), query.dim(1), H_kv, H_q / H_kv, query.dim(2) / H_q, value.dim(2) / H_kv};
}

// [B, T, packed] as [T, B, H, rows, columns].
Reals by_steps(const Tensor& X, std::string_view input, const Sizes& n, size_t H, size_t rows,
               size_t columns) {
  const Shape packed{n.B, n.T, H * rows * columns};
  if (X.shape() != packed) {
    throw InvalidInput("{} has the shape {}, not {}", input, to_string(X.shape()),
                       to_string(packed));
  }
  return transposed(X.reshaped({n.B, n.T, H, rows, columns}), {1, 0, 2, 3, 4}).as<double>();
}

const Tensor& gate(const Call& call, std::string_view input) {
  const Tensor* X = call.maybe(input);
  if (!X) throw InvalidInput("update_rule '{}' needs {}", call.text("update_rule"), input);
  if (X->rank() != 3) throw InvalidInput("{} has rank {}, not 3", input, X->rank());
  return *X;
}

// exp(decay) by step, for each row of the state or for all of them; 1 without a gate.
Reals decays(const Call& call, const Sizes& n, bool gated) {
  if (!gated) return full({n.T, 1, 1, 1, 1}, 1.0);
  const Tensor& decay = gate(call, "decay");
  const bool by_head = decay.dim(2) == n.H_kv;
  return xt::exp(by_steps(decay, "decay", n, n.H_kv, by_head ? 1 : n.d_k, 1));
}

Reals rates(const Call& call, const Sizes& n, bool delta) {
  if (!delta) return full({n.T, 1, 1, 1, 1}, 1.0);
  const Tensor& beta = gate(call, "beta");
  return by_steps(beta, "beta", n, beta.dim(2) == 1 ? 1 : n.H_kv, 1, 1);
}

Reals initial_state(const Tensor* past_state, const Shape& shape) {
  if (!past_state) return full(shape, 0.0);
  if (past_state->shape() != shape) {
    throw InvalidInput("past_state has the shape {}, not {}", to_string(past_state->shape()),
                       to_string(shape));
  }
  return past_state->as<double>();
}

Values linear_attention(const Call& call) {
  const std::string& update_rule = call.text("update_rule");
  const bool gated = update_rule == "gated" || update_rule == "gated_delta";
  const bool delta = update_rule == "delta" || update_rule == "gated_delta";
  if (!gated && !delta && update_rule != "linear") {
    throw InvalidInput("update_rule '{}' is none of linear, gated, delta, gated_delta",
                       update_rule);
  }
  const Sizes n = sizes(call);
  const Tensor& query = call.tensor("query");
  const Reals q = by_steps(query, "query", n, n.H_kv, n.group, n.d_k);
  const Reals k = by_steps(call.tensor("key"), "key", n, n.H_kv, 1, n.d_k);
  const Reals v = by_steps(call.tensor("value"), "value", n, n.H_kv, 1, n.d_v);
  const Reals exp_g = decays(call, n, gated);
  const Reals beta = rates(call, n, delta);
  const double scale =
      call.real("scale") != 0 ? call.real("scale") : 1 / std::sqrt(static_cast<double>(n.d_k));
  const Tensor* past_state = call.maybe("past_state");
  Reals S = initial_state(past_state, {n.B, n.H_kv, n.d_k, n.d_v});
  Reals output = empty_array<double>({n.T, n.B, n.H_kv, n.group, n.d_v});
  for (size_t t = 0; t < n.T; ++t) {
    const Reals k_t = xt::view(k, t);
    const Reals column = xt::transpose(k_t, {0, 1, 3, 2});
    S = Reals(xt::view(exp_g, t) * S);
    Reals written = xt::view(v, t);
    if (delta) written = Reals(xt::view(beta, t) * (written - matmul(k_t, S)));
    S = Reals(S + matmul(column, written));
    xt::view(output, t) = scale * matmul(Reals(xt::view(q, t)), S);
  }
  const Tensor packed = transposed(Tensor::of(query.dtype(), output), {1, 0, 2, 3, 4});
  return {packed.reshaped({n.B, n.T, n.H_kv * n.group * n.d_v}),
          Tensor::of(past_state ? past_state->dtype() : query.dtype(), S)};
}

const Operator op("LinearAttention", linear_attention, {27});

}  // namespace
}  // namespace etalon
