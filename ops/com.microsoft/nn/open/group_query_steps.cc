#include "ops/ai.onnx/nn/rotary.h"
#include "ops/com.microsoft/nn/open/group_query.h"

namespace etalon {
namespace {

// The greatest step of each element of x [batch, heads, sequence, head_size] where it is turned.
Reals steps_of_turn(const Call& call, const GroupQuery& of, const Reals& x) {
  const auto size_of = [](const Reals& values, double factor) {
    return Tensor::decided(DType::float64, Reals(xt::abs(values) * factor));
  };
  const auto swapped = [](const Tensor& X) { return transposed(X, {0, 2, 1, 3}); };
  const Tensor X = swapped(size_of(x, 1));
  const auto turned_by = [&](double sign) {
    const Tensor Y = turned(X, size_of(of.cos.as<double>(), 1), size_of(of.sin.as<double>(), sign),
                            2 * of.cos.dim(2), call.integer("rotary_interleaved", 0) != 0);
    return swapped(Y).as<double>();
  };
  return xt::maximum(turned_by(1), turned_by(-1));
}

// Where new tokens may have a step beyond their type: of the norm, whose sum of squares counts, and
// of the turn. An element that NaN or infinities make infinite has not overflowed.
Bools may_exceed(const Call& call, const GroupQuery& of, const Tensor& tokens,
                 std::string_view weight, std::string_view own_epsilon) {
  const DType T = tokens.dtype();
  Reals x = by_element(tokens.as<double>(), [](double v) { return std::isfinite(v) ? v : 0; });
  Bools open = full(x.shape(), false);
  if (const Tensor* given = call.maybe(weight)) {
    const Reals squares = sum_over(Reals(x * x), {3});
    open = broadcast_array(Bools(beyond(T, squares) > 0.0), x.shape());
    const double epsilon = call.real(own_epsilon, call.real("qk_norm_epsilon"));
    x = x / xt::sqrt(squares / double(tokens.dim(3)) + epsilon) * given->as<double>();
  }
  if (of.cos.size() == 0) return open;
  const Reals exceeding = beyond(T, steps_of_turn(call, of, x));
  return Bools(open || exceeding > 0.0);
}

// Query and new key by heads, as they are given.
Tensor given_query(const Call& call, const GroupQuery& of) {
  const size_t heads = of.Q.dim(1), columns = heads * of.Q.dim(3);
  return split_heads("query", slice(call.tensor("query"), 2, 0, columns), int64_t(heads));
}
Tensor given_key(const Call& call, const GroupQuery& of) {
  const size_t heads = of.new_key.dim(1), columns = heads * of.Q.dim(3);
  if (const Tensor* key = call.maybe("key")) return split_heads("key", *key, int64_t(heads));
  const size_t first = of.Q.dim(1) * of.Q.dim(3);
  return split_heads("query", slice(call.tensor("query"), 2, first, first + columns),
                     int64_t(heads));
}

bool has_steps(const Call& call, const GroupQuery& of) {
  return call.maybe("k_norm_weight") != nullptr || of.cos.size() > 0;
}

// The new keys that may have such steps, in an array of another shape [batch, heads, rows, …] whose
// row r of entry b is at position first[b] + r; all of a row where its elements are others.
Bools exceeding_keys(const Call& call, const GroupQuery& of, const Shape& shape,
                     const std::vector<int64_t>& first) {
  Bools result = full(shape, false);
  const Tensor key = given_key(call, of);
  if (key.dim(2) == 0) return result;
  const Bools open = may_exceed(call, of, key, "k_norm_weight", "k_norm_epsilon");
  const Reals rows = max_over(Reals(xt::cast<double>(open)), {3});
  for (size_t i = 0; i < result.size(); ++i) {
    const Shape at = index_at(i, shape);
    const int64_t row = first[at[0]] + int64_t(at[2]) - of.tokens.P[at[0]];
    if (row < 0 || row >= of.tokens.Q[at[0]]) continue;
    result.flat(i) = shape[3] == key.dim(3) ? open(at[0], at[1], size_t(row), at[3])
                                            : rows(at[0], at[1], size_t(row), 0) > 0;
  }
  return result;
}

BadOperands operands_of_steps(const Call& call, const GroupQuery& of) {
  const std::vector<int64_t> from_0(of.tokens.T.size(), 0);
  return {may_exceed(call, of, given_query(call, of), "q_norm_weight", "q_norm_epsilon"),
          exceeding_keys(call, of, of.K.shape(), from_0), full(of.V.shape(), false)};
}

}  // namespace

Bools outputs_of_steps(const Call& call, const GroupQuery& of, const Bools& seen) {
  if (!has_steps(call, of)) {
    return full({of.Q.dim(0), of.Q.dim(1), of.Q.dim(2), of.V.dim(3)}, false);
  }
  return reached(operands_of_steps(call, of), seen);
}

Bools scores_of_steps(const Call& call, const GroupQuery& of, bool weights) {
  const Shape shape = shape_of_heads(of.Q, of.K, true);
  if (!has_steps(call, of)) return full(shape, false);
  const BadOperands bad = operands_of_steps(call, of);
  const size_t group = of.Q.dim(1) / of.K.dim(1);
  const auto rows = [](const Bools& each) { return max_over(Reals(xt::cast<double>(each)), {3}); };
  const Reals Q = rows(bad.Q), K = rows(bad.K);
  Reals open = full(shape, 0.0);
  for (size_t i = 0; i < open.size(); ++i) {
    const Shape at = index_at(i, shape);
    const bool key = K(at[0], at[1] / group, at[3], 0) > 0 && of.seen(at[0], 0, at[2], at[3]);
    open.flat(i) = key || Q(at[0], at[1], at[2], 0) > 0 ? 1 : 0;
  }
  return broadcast_array(Bools((weights ? max_over(open, {3}) : open) > 0.0), shape);
}

Tensor open_steps_of_keys(const Call& call, const GroupQuery& of, const Tensor& present_key) {
  if (!has_steps(call, of)) return present_key;
  const auto where = [&] { return exceeding_keys(call, of, present_key.shape(), of.first_row); };
  if (present_key.dtype() != of.Q.dtype()) return no_result(present_key, "steps", where);
  return divisor_or_exact(present_key, "steps",
                          [&] { return Reals(xt::where(where(), infinity, 0.0)); });
}

}  // namespace etalon
