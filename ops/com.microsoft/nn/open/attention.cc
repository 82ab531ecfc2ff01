// Attention and QAttention.
#include "ops/com.microsoft/nn/open/attention.h"

#include "engine/numerics/matmul.h"

namespace etalon {
namespace {

// Magnitudes of a projection's elements, arrays [batch · sequence, columns]: the greatest step, and
// the terms of either sign. NaN and infinities count as 0: an element that they make infinite has
// not overflowed.
struct Projection {
  Reals steps;
  Sides sides;
};

Reals finite_or_zero(const Tensor& X) {
  return by_element(X.as<double>(), [](double x) { return std::isfinite(x) ? x : 0; });
}

// Of input · weights + bias.
Projection projection_of_floats(const Call& call) {
  const auto parts = [](const Tensor& X) { return sides_of(finite_or_zero(X)); };
  const Tensor &input = call.tensor("input"), *bias = call.maybe("bias");
  const Sides A = parts(input.reshaped({input.dim(0) * input.dim(1), input.dim(2)}));
  const Sides B = parts(call.tensor("weights"));
  const Sides C = parts(bias ? *bias : scalar(input.dtype(), 0.0));
  const Sides sides{Reals(matmul(A.above, B.above) + matmul(A.below, B.below) + C.above),
                    Reals(matmul(A.above, B.below) + matmul(A.below, B.above) + C.below)};
  return {Reals(sides.above + sides.below), sides};
}

// Of a sum of products of integers, times two scales in some order, + bias.
Projection projection_of_integers(const Call& call) {
  const Tensor& input = call.tensor("input");
  const auto centred = [&](const Tensor& X, const char* zero_point) {
    const Tensor* zero = call.maybe(zero_point);
    const Reals off = !zero               ? Reals(0.0)
                      : zero->size() == 1 ? scalar_array(single(*zero).item<double>())
                                          : zero->as<double>();
    return Reals(X.as<double>() - off);
  };
  const Tensor rows = input.reshaped({input.dim(0) * input.dim(1), input.dim(2)});
  const Reals sums = matmul(centred(rows, "input_zero_point"),
                            centred(call.tensor("weight"), "weight_zero_point"));
  const auto at_least_1 = [](const Reals& x) { return Reals(xt::maximum(1.0, xt::abs(x))); };
  const auto scale = [&](const char* name) {
    const Tensor& X = call.tensor(name);
    return at_least_1(finite_or_zero(X.size() == 1 ? single(X) : X));
  };
  const Reals bias = xt::abs(finite_or_zero(call.tensor("bias")));
  const Reals none = full(sums.shape(), 0.0);
  return {Reals(at_least_1(sums) * scale("input_scale") * scale("weight_scale") + bias),
          {none, none}};
}

// Rows of a projection [batch · sequence, columns] in an array [batch, heads, rows, size], at its
// row `past` and those that follow, and 0 in its others; its columns are those from `first` on.
Reals by_heads(const Reals& projection, const Shape& shape, size_t past, size_t first) {
  const size_t sequence = projection.shape()[0] / std::max<size_t>(shape[0], 1);
  Reals result = full(shape, 0.0);
  for (size_t i = 0; i < result.size(); ++i) {
    const Shape at = index_at(i, shape);
    if (at[2] < past || at[2] >= past + sequence) continue;
    result.flat(i) = projection(at[0] * sequence + at[2] - past, first + at[1] * shape[3] + at[3]);
  }
  return result;
}

// An element of Q, K or V that has a step beyond the type may be infinite or NaN: of a value the
// output is that, of a query or key the softmax gives NaN, or any weights. In the present it is
// what the sum may be.
void open_projection(Opening& open, const Attending& of, const OpenAttention& attention,
                     const Projection& projection) {
  const Reals& steps = projection.steps;
  const Sides& sides = projection.sides;
  const DType T = of.Q.dtype();
  const size_t hidden = of.Q.dim(1) * of.Q.dim(3);
  const auto bad = [&](const Tensor& X, size_t past, size_t first) {
    return Bools(by_heads(beyond(T, steps), X.shape(), past, first) > 0.0);
  };
  const auto none = [](const Tensor& X) { return full(X.shape(), false); };
  const BadOperands scored{bad(of.Q, 0, 0), bad(of.K, of.past, hidden), none(of.V)};
  const BadOperands values{none(of.Q), none(of.K), bad(of.V, of.past, 2 * hidden)};
  Tensor Y = split_heads("output", open.Y, int64_t(of.Q.dim(1)));
  const Reals infinite = xt::where(reached(values, attention.seen()), infinity, 0.0);
  Y = step_or_exact(Y, "projection", [&] { return infinite; });
  const auto endless = [&](double sign) {
    const Reals other = xt::where(infinite > 0.0, sign * infinity, std::nan(""));
    return Tensor::decided(T, other);
  };
  open.Y =
      heads_joined(any_weights(Y, "projection", [&] { return reached(scored, attention.seen()); },
                               of.V, attention.seen(), {nan_of(Y), endless(1), endless(-1)}));
  if (!open.call.wants("present")) return;
  const Shape& present = open.output(1).shape();
  const auto of_present = [&](const Reals& magnitudes) {
    Reals both = full(present, 0.0);
    const Shape one(present.begin() + 1, present.end());
    for (const size_t i : {1, 2}) {
      const Reals part = by_heads(magnitudes, one, of.past, i * hidden);
      std::copy(part.begin(), part.end(), both.begin() + std::ptrdiff_t((i - 1) * part.size()));
    }
    return both;
  };
  open.output(1) = sum_or_exact(
      open.output(1), "projection", [&] { return of_present(steps); },
      [&] {
        return Sides{of_present(sides.above), of_present(sides.below)};
      });
}

void open_attention(Opening& open) {
  const Call& call = open.call;
  const Attending of = operands_of_attention(call);
  const OpenAttention attention(call, of, "mask_index", call.maybe("attention_bias"));
  open.Y = attention.output(open.Y);
  open_projection(open, of, attention, projection_of_floats(call));
}

// The text has “Attention mask index with shape (batch_size)” alone.
void open_qattention(Opening& open) {
  const Attending of = operands_of_quantized_attention(open.call);
  const OpenAttention attention(open.call, of, "mask_index", nullptr);
  open.Y = attention.output(open.Y);
  open_projection(open, of, attention, projection_of_integers(open.call));
  const Tensor* mask_index = open.call.maybe("mask_index");
  const bool other_shape = mask_index && mask_index->shape() != Shape{of.Q.dim(0)};
  const Tensor Y = split_heads("output", open.Y, int64_t(of.Q.dim(1)));
  open.Y = heads_joined(any_weights(Y, "mask_shape", [&] { return full(Y.shape(), other_shape); },
                                    of.V, full({1, 1, 1, 1}, true), {nan_of(Y), zero_of(Y)}));
}

const Open op[] = {{"Attention", open_attention}, {"QAttention", open_qattention}};

}  // namespace
}  // namespace etalon
