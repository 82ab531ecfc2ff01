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

struct Rule {
  bool gated, delta;
};

Rule update_rule(const Call& call) {
  return call.choice<Rule>("update_rule", {{"linear", {.gated = false, .delta = false}},
                                           {"gated", {.gated = true, .delta = false}},
                                           {"delta", {.gated = false, .delta = true}},
                                           {"gated_delta", {.gated = true, .delta = true}}});
}

struct Sizes {
  size_t B, T, H_kv, group, d_k, d_v;
};

size_t heads(const Call& call, std::string_view attribute) {
  const int64_t count = call.integer(attribute);
  if (count < 1) throw InvalidInput("{} {} is not positive", attribute, count);
  return size_t(count);
}

Sizes sizes(const Call& call) {
  const Tensor& query = call.tensor("query");
  const Tensor& value = call.tensor("value");
  require_rank("query", query, 3);
  require_rank("value", value, 3);
  const size_t H_q = heads(call, "q_num_heads"), H_kv = heads(call, "kv_num_heads");
  if (H_q % H_kv != 0 || query.dim(2) % H_q != 0 || value.dim(2) % H_kv != 0) {
    throw InvalidInput("{} query heads and {} key and value heads do not fit {} and {}", H_q, H_kv,
                       to_string(query.shape()), to_string(value.shape()));
  }
  return {query.dim(0), query.dim(1), H_kv, H_q / H_kv, query.dim(2) / H_q, value.dim(2) / H_kv};
}

// An input [B, T, packed] as [T, B, heads, rows, columns].
Reals by_token(const Call& call, std::string_view input, const Sizes& n, const Shape& of_token) {
  const Tensor& X = call.tensor(input);
  require_shape(input, X, {n.B, n.T, element_count(of_token)});
  const Tensor unpacked = X.reshaped({n.B, n.T, of_token[0], of_token[1], of_token[2]});
  return transposed(unpacked, {1, 0, 2, 3, 4}).as<double>();
}

// The size of what a gate has for each token.
size_t gate_size(const Call& call, std::string_view input) {
  const Tensor* gate = call.maybe(input);
  if (!gate) throw InvalidInput("update_rule '{}' needs {}", call.text("update_rule"), input);
  require_rank(input, *gate, 3);
  return gate->dim(2);
}

// exp(g), for each row of the state or for all of them; 1 without a gate.
Reals decays(const Call& call, const Sizes& n, bool gated) {
  if (!gated) return full({n.T, 1, 1, 1, 1}, 1.0);
  const bool by_head = gate_size(call, "decay") == n.H_kv;
  return xt::exp(by_token(call, "decay", n, {n.H_kv, by_head ? 1 : n.d_k, 1}));
}

// β, for each head or for all of them; 1 without the delta.
Reals rates(const Call& call, const Sizes& n, bool delta) {
  if (!delta) return full({n.T, 1, 1, 1, 1}, 1.0);
  const bool for_all = gate_size(call, "beta") == 1;
  return by_token(call, "beta", n, {for_all ? 1 : n.H_kv, 1, 1});
}

Reals initial_state(const Tensor* past_state, const Shape& shape) {
  if (!past_state) return full(shape, 0.0);
  require_shape("past_state", *past_state, shape);
  return past_state->as<double>();
}

Values linear_attention(const Call& call) {
  const auto [gated, delta] = update_rule(call);
  const Sizes n = sizes(call);
  const Reals q = by_token(call, "query", n, {n.H_kv, n.group, n.d_k});
  const Reals k = by_token(call, "key", n, {n.H_kv, 1, n.d_k});
  const Reals v = by_token(call, "value", n, {n.H_kv, 1, n.d_v});
  const Reals exp_g = decays(call, n, gated);
  const Reals beta = rates(call, n, delta);
  const double scale = call.real("scale") != 0 ? call.real("scale") : 1 / std::sqrt(double(n.d_k));
  const Tensor* past_state = call.maybe("past_state");
  Reals S = initial_state(past_state, {n.B, n.H_kv, n.d_k, n.d_v});
  Reals output = empty_array<double>({n.T, n.B, n.H_kv, n.group, n.d_v});
  for (size_t t = 0; t < n.T; ++t) {
    const Reals q_t = xt::view(q, t), k_t = xt::view(k, t);
    const Reals k_column = xt::transpose(k_t, {0, 1, 3, 2});
    Reals written = xt::view(v, t);
    S = Reals(xt::view(exp_g, t) * S);
    if (delta) written = Reals(xt::view(beta, t) * (written - matmul(k_t, S)));
    S = Reals(S + matmul(k_column, written));
    xt::view(output, t) = scale * matmul(q_t, S);
  }
  const DType type = call.tensor("query").dtype();
  const Tensor packed = transposed(Tensor::of(type, output), {1, 0, 2, 3, 4});
  return {packed.reshaped({n.B, n.T, n.H_kv * n.group * n.d_v}),
          Tensor::of(past_state ? past_state->dtype() : type, S)};
}

const Operator op("LinearAttention", linear_attention, {27});

}  // namespace
}  // namespace etalon
