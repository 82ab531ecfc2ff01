// LinearAttention: a state S of each key and value head, updated token by token by update_rule,
//   linear        S = S + k ⊗ v
//   gated         S = exp(g) S + k ⊗ v
//   delta         S = S + β k ⊗ (v - Sᵀk)
//   gated_delta   S = exp(g) S + β k ⊗ (v - (exp(g) S)ᵀk)
// and read by q_num_heads / kv_num_heads neighbouring query heads: output = scale · qᵀS.
//   27   scale 0 is 1 / √d_k
#include "engine/numerics/matmul.h"
#include "engine/numerics/rounded_once.h"
#include "engine/operators/choice.h"
#include "engine/operators/idle_choices.h"

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
template <class E>
Array<E> by_token(const Call& call, std::string_view input, const Sizes& n, const Shape& of_token) {
  const Tensor& X = call.tensor(input);
  require_shape(input, X, {n.B, n.T, element_count(of_token)});
  const Tensor unpacked = X.reshaped({n.B, n.T, of_token[0], of_token[1], of_token[2]});
  return elements_of<E>(transposed(unpacked, {1, 0, 2, 3, 4}));
}

// The size of what a gate has for each token.
size_t gate_size(const Call& call, std::string_view input) {
  const Tensor* gate = call.maybe(input);
  if (!gate) throw InvalidInput("update_rule '{}' needs {}", call.text("update_rule"), input);
  require_rank(input, *gate, 3);
  return gate->dim(2);
}

// g, for each row of the state or for all of them; 0 without a gate.
template <class E>
Array<E> decays(const Call& call, const Sizes& n, bool gated) {
  if (!gated) return full({n.T, 1, 1, 1, 1}, E(0));
  const bool by_head = gate_size(call, "decay") == n.H_kv;
  return by_token<E>(call, "decay", n, {n.H_kv, by_head ? 1 : n.d_k, 1});
}

// β, for each head or for all of them; 1 without the delta.
template <class E>
Array<E> rates(const Call& call, const Sizes& n, bool delta) {
  if (!delta) return full({n.T, 1, 1, 1, 1}, E(1));
  const bool for_all = gate_size(call, "beta") == 1;
  return by_token<E>(call, "beta", n, {for_all ? 1 : n.H_kv, 1, 1});
}

template <class E>
Array<E> initial_state(const Tensor* past_state, const Shape& shape) {
  if (!past_state) return full(shape, E(0));
  require_shape("past_state", *past_state, shape);
  return elements_of<E>(*past_state);
}

// The operands by token, [T, B, heads, rows, columns], and the initial state. E is double, or
// ArbBall for bounds.
template <class E>
struct Operands {
  Rule rule;
  Sizes n;
  Array<E> q, k, v, g, beta, S;
  double scale;  // 0 for 1 / √d_k
  DType type, state_type;
  double sign = -1;  // of Sᵀk in the delta
};

template <class E>
struct Results {
  Array<E> output;  // [T, B, H_kv, group, d_v]
  Array<E> S;       // [B, H_kv, d_k, d_v]
};

struct Head {
  size_t b, h;
};

// The rows and columns of one head's operand; one head or row may serve all.
template <class R, class E>
Array<R> of_head(const Array<E>& x, size_t t, const Head& head) {
  const size_t b = x.shape()[1] == 1 ? 0 : head.b, h = x.shape()[2] == 1 ? 0 : head.h;
  return xt::view(x, t, b, h);
}

// Columns [first, end) of a head's state and outputs: no column depends on another.
template <class R, class E>
void walk(const Operands<E>& of, const Head& head, size_t first, size_t end, Results<E>& results) {
  Array<R> S = xt::view(of.S, head.b, head.h, xt::all(), xt::range(first, end));
  for (size_t t = 0; t < of.n.T; ++t) {
    const Array<R> q_t = of_head<R>(of.q, t, head), k_t = of_head<R>(of.k, t, head);
    const Array<R> k_column = xt::transpose(k_t);
    Array<R> written = xt::view(of.v, t, head.b, head.h, xt::all(), xt::range(first, end));
    if (of.rule.gated) S = Array<R>(real::exp(of_head<R>(of.g, t, head)) * S);
    if (of.rule.delta) {
      written = Array<R>(of_head<R>(of.beta, t, head) * (written + of.sign * matmul(k_t, S)));
    }
    S = Array<R>(S + k_column * written);
    const Array<R> read = matmul(q_t, S);
    const Array<R> output =
        of.scale != 0 ? Array<R>(of.scale * read) : Array<R>(read / real::sqrt(R(of.n.d_k)));
    xt::view(results.output, t, head.b, head.h, xt::all(), xt::range(first, end)) =
        kept<E>(of.type, output);
  }
  xt::view(results.S, head.b, head.h, xt::all(), xt::range(first, end)) = kept<E>(of.state_type, S);
}

// The same over balls; what these do not decide is evaluated again in halves, so that an undecided
// element costs one column's evaluation over ArbBalls.
void walk_over_reals(const Operands<double>& of, const Head& head, size_t first, size_t end,
                     Results<double>& results) {
  const bool is_double = of.type == DType::float64 || of.state_type == DType::float64;
  if (is_double || end - first < 2) {
    over_reals(is_double ? DType::float64 : of.type, [&]<class R>() {
      walk<R>(of, head, first, end, results);
      return true;
    });
    return;
  }
  try {
    walk<Ball>(of, head, first, end, results);
  } catch (const Undecided&) {
    const size_t middle = first + (end - first) / 2;
    walk_over_reals(of, head, first, middle, results);
    walk_over_reals(of, head, middle, end, results);
  }
}

void walk_over_reals(const Operands<ArbBall>& of, const Head& head, size_t first, size_t end,
                     Results<ArbBall>& results) {
  walk<ArbBall>(of, head, first, end, results);
}

template <class E>
Operands<E> operands(const Call& call) {
  const Rule rule = update_rule(call);
  const Sizes n = sizes(call);
  const DType type = call.tensor("query").dtype();
  const Tensor* past_state = call.maybe("past_state");
  return {rule,
          n,
          by_token<E>(call, "query", n, {n.H_kv, n.group, n.d_k}),
          by_token<E>(call, "key", n, {n.H_kv, 1, n.d_k}),
          by_token<E>(call, "value", n, {n.H_kv, 1, n.d_v}),
          decays<E>(call, n, rule.gated),
          rates<E>(call, n, rule.delta),
          initial_state<E>(past_state, {n.B, n.H_kv, n.d_k, n.d_v}),
          call.real("scale"),
          type,
          past_state ? past_state->dtype() : type};
}

template <class E>
Values attended(const Operands<E>& of) {
  const Sizes& n = of.n;
  Results<E> results{empty_array<E>({n.T, n.B, n.H_kv, n.group, n.d_v}), of.S};
  for (size_t b = 0; b < n.B; ++b) {
    for (size_t h = 0; h < n.H_kv; ++h) walk_over_reals(of, {b, h}, 0, n.d_v, results);
  }
  const Tensor packed = transposed(tensor_of_kept(of.type, results.output), {1, 0, 2, 3, 4});
  return {packed.reshaped({n.B, n.T, n.H_kv * n.group * n.d_v}),
          tensor_of_kept(of.state_type, results.S)};
}

// The same of magnitudes: no step is greater.
Values largest_steps(Operands<double> of) {
  for (Reals* operand : {&of.q, &of.k, &of.v, &of.beta, &of.S}) *operand = xt::abs(*operand);
  of.sign = 1;
  return attended(of);
}

Values linear_attention(const Call& call) {
  Values results = over_elements([&]<class E>() { return attended(operands<E>(call)); });
  if (!choices_wanted() || choices_are_idle()) return results;
  const Values steps = largest_steps(operands<double>(call));
  for (size_t i = 0; i < results.size(); ++i) {
    results[i] = step_or_exact(results[i].tensor(), "overflow",
                               [&] { return steps[i].tensor().as<double>(); });
  }
  return results;
}

const Operator op("LinearAttention", linear_attention, {27});

}  // namespace
}  // namespace etalon
