// The normalizations of values by their statistics.
#include "ops/ai.onnx/nn/normalization.h"
#include "engine/operators/constant_options.h"
#include "ops/ai.onnx/nn/open/standardized.h"

namespace etalon {
namespace {

// The greatest step to each set's statistic, as an output of this shape.
Reals by_set(const Reals& steps, const std::vector<size_t>& axes, const Shape& shape) {
  if (steps.size() == 0) return full(shape, 0.0);
  Reals greatest = max_over(steps, axes);
  greatest.reshape(shape);
  return greatest;
}

// Mean and InvStdDev: sums and squares may exceed the type in which they are computed, and the
// statistics of nothing are NaN, or those of a mean and a variance of 0.
void open_statistics(Opening& open, const std::vector<size_t>& axes, DType stash) {
  const Reals x = open.call.tensor("X").as<double>();
  Tensor &Mean = open.output(1), &InvStdDev = open.output(2);
  Mean = step_or_exact(Mean, "overflow_statistics", [&] {
    const Reals sums = sum_over(Reals(xt::abs(x)), axes);
    return by_set(beyond(stash, sums), axes, Mean.shape());
  });
  InvStdDev = divisor_or_exact(InvStdDev, "overflow_statistics", [&] {
    return by_set(beyond(stash, largest_steps(x, axes)), axes, InvStdDev.shape());
  });
  const bool empty = split_at(x.shape(), axes.empty() ? x.dimension() : axes.front()).after == 0;
  const auto or_number = [&](Tensor& statistic, double number) {
    statistic = choice(
        statistic, "empty_statistics", [&] { return full(statistic.shape(), empty); }, "nan",
        constants(statistic.dtype(), {{"zero", number}}));
  };
  or_number(Mean, 0);
  or_number(InvStdDev, 1 / std::sqrt(round_to(stash, open.call.real("epsilon"))));
}

// Normalized · Scale may exceed the type where Y does not.
void layer_normalization(Opening& open) {
  const Call& call = open.call;
  at_point("absent", !call.maybe("B"));
  const Tensor& X = call.tensor("X");
  const size_t axis = axis_index(call.integer("axis"), X.rank());
  const std::vector<size_t> axes = axes_from(axis, X.rank());
  const DType stash = stash_type(call);
  const double epsilon = round_to(stash, call.real("epsilon"));
  open.Y = open_standardized(open, open.Y, X, axes, epsilon, stash, {"X", "Scale", "B"});
  open.Y = step_or_exact(open.Y, "overflow_scaled", [&] {
    const Tensor& Scale = call.tensor("Scale");
    const Tensor one = scalar(Scale.dtype(), 1.0);
    const Reals Normalized = open.again({{"Scale", one}, {"B", Value()}}).as<double>();
    return by_element(Reals(xt::abs(Normalized)), Reals(xt::abs(Scale.as<double>())),
                      std::multiplies());
  });
  open_statistics(open, axes, stash);
}

void rms_normalization(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  const size_t axis = axis_index(open.call.integer("axis"), X.rank());
  // One sentence has scale broadcast to X, another one to the normalized shape.
  const Shape normalized(X.shape().begin() + std::ptrdiff_t(axis), X.shape().end());
  at_point("scale", !broadcasts_to(open.call.tensor("scale").shape(), normalized));
  const DType stash = stash_type(open.call);
  const double epsilon = round_to(stash, open.call.real("epsilon"));
  const std::vector<size_t> axes = axes_from(axis, X.rank());
  const auto of_zeros = [&] {
    const Reals greatest = max_over(Reals(xt::abs(X.as<double>())), axes);
    return broadcast_array(Bools(xt::equal(greatest, 0.0) && epsilon == 0), X.shape());
  };
  open.Y = choice(open_steps(open.Y, X, axes, stash), "zero_divisor", of_zeros, "nan",
                  {{"zero", [&] { return scalar(open.Y.dtype(), 0.0); }}});
}

void group_normalization(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  const auto num_groups = size_t(open.call.integer("num_groups"));
  const size_t instance = split_at(X.shape(), 1).after;
  const Shape groups{X.dim(0), num_groups, instance / num_groups};
  const DType stash = open.call.since_version() < 21 ? X.dtype() : stash_type(open.call);
  const double epsilon = open.call.since_version() < 21
                             ? open.call.real("epsilon")
                             : round_to(stash, open.call.real("epsilon"));
  const Tensor Y = open_standardized(open, open.Y.reshaped(groups), X.reshaped(groups), {2},
                                     epsilon, stash, {"X", "scale", "bias"});
  open.Y = Y.reshaped(X.shape());
}

void instance_normalization(Opening& open) {
  const Tensor& input = open.call.tensor("input");
  const Shape lines{input.dim(0) * input.dim(1), split_at(input.shape(), 2).after};
  const Tensor output =
      open_standardized(open, open.Y.reshaped(lines), input.reshaped(lines), {1},
                        open.call.real("epsilon"), input.dtype(), {"input", "scale", "B"});
  open.Y = output.reshaped(input.shape());
}

void axes_given(const Call& call) {
  const size_t rank = call.tensor("X").rank();
  at_point("rank0", rank == 0);
  at_point("duplicates", any_repeated(call.ints("axes"), rank));
}

// Without the 1e-9 that the function body adds and the text does not.
Tensor without_epsilon(const Tensor& X, const std::vector<size_t>& axes) {
  return by_sets(X, axes, []<class R>(const Array<R>& x) -> Array<R> {
    const Array<R> D = x - mean_over(x);
    return D / real::sqrt(mean_over(real::square(D)));
  });
}

void mean_variance_normalization(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  const Reals x = X.as<double>();
  const std::vector<size_t> axes = axis_indices(open.call.ints("axes"), x.dimension());
  open.Y =
      either_of(open.Y, "epsilon", "added", "omitted", [&] { return without_epsilon(X, axes); });
  open.Y = divisor_or_exact(open.Y, "overflow", [&] { return largest_steps(x, axes); });
  open.Y = open_constant_sets(open.Y, X, axes, [&] {
    return Affine{full(x.shape(), 1.0), full(x.shape(), 0.0)};
  });
}

void lp_input(const Call& call) { at_point("rank0", call.tensor("input").rank() == 0); }

void lp_normalization(Opening& open) {
  const Tensor& input = open.call.tensor("input");
  const size_t axis = axis_index(open.call.integer("axis"), input.rank());
  open.Y = divisor_or_exact(either_zero(open.Y, "negative_zero"), "overflow", [&] {
    const Reals x = xt::abs(input.as<double>());
    const Reals steps = sum_over(open.call.integer("p") == 1 ? x : Reals(x * x), {axis});
    return broadcast_array(steps, x.shape());
  });
}

// Σ X² over LRN's channels, in doubles.
Reals square_sum(const Tensor& X, int64_t size) {
  const Shape shape{X.dim(0), X.dim(1), split_at(X.shape(), 2).after};
  const Reals x = X.reshaped(shape).as<double>();
  const auto C = int64_t(shape[1]);
  Reals sum = full(shape, 0.0);
  for (int64_t c = 0; c < C; ++c) {
    const int64_t first = std::max<int64_t>(0, c - (size - 1) / 2);
    const int64_t last = std::min(C - 1, c + size / 2);
    const auto channels = xt::view(x, xt::all(), xt::range(first, last + 1));
    xt::view(sum, xt::all(), c) = Reals(xt::sum(Reals(xt::square(channels)), {1}));
  }
  sum.reshape(X.shape());
  return sum;
}

void lrn(Opening& open) {
  const Reals squares = square_sum(open.call.tensor("X"), open.call.integer("size"));
  const double size = double(open.call.integer("size"));
  const double alpha = open.call.real("alpha"), bias = open.call.real("bias");
  open.Y = divisor_or_exact(open.Y, "overflow", [&] { return squares; });
  const auto by_zero = [&] { return Bools(xt::equal(bias + alpha / size * squares, 0.0)); };
  const Tensor Y = open.Y;
  open.Y = choice(Y, "zero_divisor", by_zero, "quotient",
                  {{"nan", [&] { return scalar(Y.dtype(), std::nan("")); }},
                   {"zero", [&] { return without_nan(Y, 0); }}});
}

const Open op[] = {{"LayerNormalization", layer_normalization},
                   {"RMSNormalization", rms_normalization},
                   {"GroupNormalization", group_normalization},
                   {"InstanceNormalization", instance_normalization},
                   {"MeanVarianceNormalization", axes_given, mean_variance_normalization},
                   {"LpNormalization", lp_input, lp_normalization},
                   {"LRN", lrn}};

}  // namespace
}  // namespace etalon
