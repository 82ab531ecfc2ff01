// The Reduce* operators.
#include <cmath>

#include "engine/operators/constant_options.h"
#include "engine/operators/integers_of_reals.h"
#include "engine/operators/least_integer.h"
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

using Axes = std::vector<size_t>;

void repeated_axes(const Call& call) {
  at_point("duplicates", any_repeated(given_axes(call), call.tensor("data").rank()));
}

bool has_empty_sets(const Tensor& data, const Axes& axes) {
  return std::any_of(axes.begin(), axes.end(), [&](size_t i) { return data.dim(i) == 0; });
}

// The versions 11 of most, and 12 of two, do not say what a scalar or an empty set becomes: what
// later versions say, or else 0, NaN, or an end of the range.
Tensor open_set(const Call& call, const Tensor& Y, const Axes& axes) {
  const Tensor& data = call.tensor("data");
  const std::string& op = call.schema().name;
  const int silent = op == "ReduceMax" || op == "ReduceMin" ? 12 : 11;
  if (call.since_version() != silent) return Y;
  at_point(silent == 12 ? "rank0_12" : "rank0_11", data.rank() == 0);
  const bool empty = has_empty_sets(data, axes);
  std::vector<Option> others = constants(Y.dtype(), {{"nan", std::nan("")}, {"zero", 0}});
  if (silent == 12) others = extremes_of_none(Y.dtype(), op == "ReduceMax");
  return choice(
      Y, "empty_set", [&] { return full(Y.shape(), empty); }, "later", others);
}

// Marks Y, which has the axes as size 1: mark(Y, data, axes).
template <class Mark>
void open_reduced(Opening& open, Mark mark) {
  const Tensor& data = open.call.tensor("data");
  const Axes axes = reduced_axes(open.call);
  Shape kept = data.shape();
  for (const size_t axis : axes) kept[axis] = 1;
  const Tensor Y = mark(open.Y.reshaped(kept), data, axes);
  open.Y = open_set(open.call, Y, axes).reshaped(open.Y.shape());
}

// The results for the same data in double.
Reals in_reals(const Opening& open, const Shape& shape) {
  Reals exact = open.again({"data"}, in_float64).as<double>();
  exact.reshape(shape);
  return exact;
}

void reduce_sum(Opening& open) {
  open_reduced(open, [](const Tensor& Y, const Tensor& data, const Axes& axes) {
    const auto magnitude = [&] { return sum_over(Reals(xt::abs(data.as<double>())), axes); };
    const auto sides = [&] {
      const Sides x = sides_of(data.as<double>());
      return Sides{sum_over(x.above, axes), sum_over(x.below, axes)};
    };
    const auto exact = [&] { return sum_over(data.as<double>(), axes); };
    return wrap_or_saturate(
        sum_or_exact(either_zero(Y, "negative_zero"), "overflow", magnitude, sides),
        "integer_overflow", exact);
  });
}

// Integers whose sum of such terms leaves the type.
template <class Term>  // double term(double x)
void open_integers(Opening& open, Term term) {
  open_reduced(open, [&](const Tensor& Y, const Tensor& data, const Axes& axes) {
    const auto exact = [&] { return sum_over(by_element(data.as<double>(), term), axes); };
    return with_least_integer(wrap_or_saturate(Y, "integer_overflow", exact), {data});
  });
}

void reduce_l1(Opening& open) {
  open_integers(open, [](double x) { return std::fabs(x); });
}

void reduce_sum_square(Opening& open) {
  open_integers(open, [](double x) { return x * x; });
}

void reduce_prod(Opening& open) {
  open_reduced(open, [](const Tensor& Y, const Tensor& data, const Axes& axes) {
    const auto exact = [&] { return product_over(data.as<double>(), axes); };
    const auto at_least_one = [&] {
      return product_over(Reals(xt::maximum(xt::abs(data.as<double>()), 1.0)), axes);
    };
    return wrap_or_saturate(step_or_exact(Y, "overflow", at_least_one), "integer_overflow", exact);
  });
}

void reduce_mean(Opening& open) {
  open_reduced(open, [&](const Tensor& Y, const Tensor& data, const Axes& axes) {
    const auto magnitude = [&] { return sum_over(Reals(xt::abs(data.as<double>())), axes); };
    const bool none = has_empty_sets(data, axes);
    const auto of_none = [&] { return full(Y.shape(), none); };
    Tensor mean = is_float(Y.dtype())
                      ? choice(Y, "empty", of_none, "nan", constants(Y.dtype(), {{"zero", 0}}))
                      : no_result(Y, "empty", of_none);
    if (!none) mean = any_integer_for(mean, "fraction", [&] { return in_reals(open, Y.shape()); });
    return step_or_exact(either_zero(mean, "negative_zero"), "overflow", magnitude);
  });
}

// NaN propagates, or does not count: as if it were this number.
void extremum(Opening& open, double neutral) {
  open_reduced(open, [&](const Tensor& Y, const Tensor&, const Axes&) {
    const auto ignored = [&] {
      const auto change = [&](const Tensor& data) { return without_nan(data, neutral); };
      return open.again({"data"}, change).reshaped(Y.shape());
    };
    return either_zero(nan_or_number(Y, "nan", ignored), "negative_zero");
  });
}

void reduce_max(Opening& open) { extremum(open, -std::numeric_limits<double>::infinity()); }
void reduce_min(Opening& open) { extremum(open, std::numeric_limits<double>::infinity()); }

// Where an exact result is NaN or lies outside the integer type.
Bools outside(DType type, const Reals& exact) {
  const int bits = bit_width(type) - (is_signed_integer(type) ? 1 : 0);
  const double end = std::ldexp(1.0, bits), least = is_signed_integer(type) ? -end : 0.0;
  const Reals whole = xt::trunc(exact);
  return Bools(!(whole >= least && whole < end));
}

// What is real whatever data's type, and truncated of integers. `steps(|x|)` are the addends of the
// sum that may overflow.
template <class Steps>
void open_floats(Opening& open, Steps steps) {
  open_reduced(open, [&](const Tensor& Y, const Tensor& data, const Axes& axes) {
    return step_or_exact(Y, "overflow",
                         [&] { return sum_over(steps(Reals(xt::abs(data.as<double>()))), axes); });
  });
}

// Integers that hold what is real. Where `undefined` holds, a step has no number.
using Others = std::vector<Option>;
Tensor open_truncated(const Opening& open, Tensor Y, const Axes& axes, const Bools& undefined,
                      const Reals& exact, const Others& others = {}) {
  const Tensor& data = open.call.tensor("data");
  const auto no_integer = [&] { return Bools(undefined || outside(data.dtype(), exact)); };
  const bool is_signed = is_signed_integer(data.dtype());
  const Reals of_sets = min_over(data.as<double>(), axes);
  const Bools least = xt::equal(of_sets, double(lowest(data.dtype()))) && is_signed;
  const bool none = open.call.since_version() != 11 && has_empty_sets(data, axes);
  Y = any_integer_for(
      Y, "fraction", [&] { return exact; }, "truncate", others);
  if (none) Y = no_result(Y, "empty_integers", no_integer);
  if (none) return Y;
  Y = no_result(Y, "no_integer", [&] { return Bools(no_integer() && !least); });
  return no_result(Y, "int_min", [&] { return Bools(no_integer() && least); });
}

// The function body squares and adds integers, which wrap, and takes the root in float32.
void reduce_l2(Opening& open) {
  if (is_float(open.Y.dtype()))
    return open_floats(open, [](const Reals& x) { return Reals(x * x); });
  open_reduced(open, [&](const Tensor& Y, const Tensor& data, const Axes& axes) {
    const Ints products = xt::square(data.as<int64_t>());
    const Reals sums = Tensor::of(data.dtype(), sum_over(products, axes)).as<double>();
    const auto body = [&] {
      const auto root = [](double sum) {
        return sum > 0 ? std::sqrt(static_cast<float>(sum)) : 0.0F;
      };
      return Tensor::of(data.dtype(), Ints(xt::cast<int64_t>(by_element(sums, root))));
    };
    return open_truncated(open, Y, axes, Bools(sums < 0.0), in_reals(open, Y.shape()),
                          {{"function_body", body}});
  });
}

void reduce_log_sum(Opening& open) {
  if (is_float(open.Y.dtype())) return open_floats(open, [](const Reals& x) { return x; });
  open_reduced(open, [&](const Tensor& Y, const Tensor&, const Axes& axes) {
    return open_truncated(open, Y, axes, full(Y.shape(), false), in_reals(open, Y.shape()));
  });
}

// In double, exp overflows from 710 on, and a sum of what underflows is 0.
Bools has_no_logarithm(const Tensor& data, const Axes& axes) {
  const Reals greatest = max_over(data.as<double>(), axes);
  return Bools(greatest > 709 || greatest < -744);
}

void reduce_log_sum_exp(Opening& open) {
  if (is_float(open.Y.dtype())) {
    return open_floats(open, [](const Reals& x) { return Reals(xt::exp(x)); });
  }
  open_reduced(open, [&](const Tensor& Y, const Tensor& data, const Axes& axes) {
    const Reals exact = in_reals(open, Y.shape());
    const Others others{{"short", [&] { return short_of(Y, exact, 0x1p-50); }}};
    return open_truncated(open, Y, axes, has_no_logarithm(data, axes), exact, others);
  });
}

const Open op[] = {{"ReduceSum", repeated_axes, reduce_sum},
                   {"ReduceL1", repeated_axes, reduce_l1},
                   {"ReduceSumSquare", repeated_axes, reduce_sum_square},
                   {"ReduceProd", repeated_axes, reduce_prod},
                   {"ReduceMean", repeated_axes, reduce_mean},
                   {"ReduceMax", repeated_axes, reduce_max},
                   {"ReduceMin", repeated_axes, reduce_min},
                   {"ReduceL2", repeated_axes, reduce_l2},
                   {"ReduceLogSum", repeated_axes, reduce_log_sum},
                   {"ReduceLogSumExp", repeated_axes, reduce_log_sum_exp}};

}  // namespace
}  // namespace etalon
