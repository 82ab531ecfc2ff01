// LinearAttention: its attributes, and its inputs head by head.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

struct Rule {
  bool gated, delta;
};

inline Rule update_rule(const Call& call) {
  return call.choice<Rule>("update_rule", {{"linear", {.gated = false, .delta = false}},
                                           {"gated", {.gated = true, .delta = false}},
                                           {"delta", {.gated = false, .delta = true}},
                                           {"gated_delta", {.gated = true, .delta = true}}});
}

struct Sizes {
  size_t B, T, H_kv, group, d_k, d_v;
};

inline size_t heads(const Call& call, std::string_view attribute) {
  const int64_t count = call.integer(attribute);
  if (count < 1) throw InvalidInput("{} {} is not positive", attribute, count);
  return size_t(count);
}

inline Sizes sizes(const Call& call) {
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

// An input [B, T, packed] as [B, T, heads, rows, columns].
inline Tensor by_heads(const Call& call, std::string_view input, const Sizes& n,
                       const Shape& of_token) {
  const Tensor& X = call.tensor(input);
  require_shape(input, X, {n.B, n.T, element_count(of_token)});
  return X.reshaped({n.B, n.T, of_token[0], of_token[1], of_token[2]});
}

// The size of what a gate has for each token.
inline size_t gate_size(const Call& call, std::string_view input) {
  const Tensor* gate = call.maybe(input);
  if (!gate) throw InvalidInput("update_rule '{}' needs {}", call.text("update_rule"), input);
  require_rank(input, *gate, 3);
  return gate->dim(2);
}

// g, for each row of the state or for all of them.
inline Tensor decays(const Call& call, const Sizes& n) {
  const bool by_head = gate_size(call, "decay") == n.H_kv;
  return by_heads(call, "decay", n, {n.H_kv, by_head ? 1 : n.d_k, 1});
}

// β, for each head or for all of them.
inline Tensor rates(const Call& call, const Sizes& n) {
  const bool for_all = gate_size(call, "beta") == 1;
  return by_heads(call, "beta", n, {for_all ? 1 : n.H_kv, 1, 1});
}

// The inputs [B, T, heads or 1, rows, columns], and the initial state [B, H_kv, d_k, d_v].
struct Operands {
  Rule rule;
  Sizes n;
  Tensor q, k, v;
  Tensor g, beta;  // empty where the rule has none
  Tensor S;
};

// Throws InvalidInput for inputs that do not fit.
inline Operands operands_of(const Call& call) {
  const Rule rule = update_rule(call);
  const Sizes n = sizes(call);
  Operands of{rule,
              n,
              by_heads(call, "query", n, {n.H_kv, n.group, n.d_k}),
              by_heads(call, "key", n, {n.H_kv, 1, n.d_k}),
              by_heads(call, "value", n, {n.H_kv, 1, n.d_v}),
              rule.gated ? decays(call, n) : Tensor(),
              rule.delta ? rates(call, n) : Tensor(),
              {}};
  const Shape state{n.B, n.H_kv, n.d_k, n.d_v};
  const Tensor* past_state = call.maybe("past_state");
  of.S = past_state ? *past_state : Tensor::zeros(of.q.dtype(), state);
  require_shape("past_state", of.S, state);
  return of;
}

// What one head has of them: [T, rows, columns], and S [d_k, d_v].
struct Head {
  Head(const Operands& of, size_t b, size_t h)
      : rule(of.rule),
        q(part(of.q, b, h)),
        k(part(of.k, b, h)),
        v(part(of.v, b, h)),
        g(rule.gated ? part(of.g, b, h) : Tensor()),
        beta(rule.delta ? part(of.beta, b, h) : Tensor()),
        S(slice(slice(of.S, 0, b, b + 1), 1, h, h + 1).reshaped({of.n.d_k, of.n.d_v})) {}

  Rule rule;
  Tensor q, k, v, g, beta, S;

 private:
  static Tensor part(const Tensor& X, size_t b, size_t h) {
    const size_t at = X.dim(2) == 1 ? 0 : h;
    return slice(slice(X, 0, b, b + 1), 2, at, at + 1).reshaped({X.dim(1), X.dim(3), X.dim(4)});
  }
};

}  // namespace etalon
