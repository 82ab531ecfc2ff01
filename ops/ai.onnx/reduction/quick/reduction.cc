// The Reduce* operators without balls, or in fewer steps.
#include "engine/numerics/exponentials.h"
#include "engine/numerics/quick_sums.h"
#include "ops/ai.onnx/reduction/quick/integer_mean.h"

namespace etalon {
namespace {

// f(Σ term(data)) of floats of at most 32 bits, where balls decide all digits.
template <class Term, class F>  // double term(double x), exact; Ball f(const Ball& sum)
std::optional<Values> of_sums(const Call& call, Term term, F f) {
  const Tensor& data = call.tensor("data");
  if (!is_float(data.dtype()) || data.dtype() == DType::float64) return std::nullopt;
  const auto terms = [&](double* values, size_t count) {
    std::transform(values, values + count, values, term);
  };
  try {
    const Array<Ball> sums = quick_sums(data, reduced_axes(call), terms);
    return Values{with_keepdims(call, rounded(data.dtype(), by_element(sums, f)))};
  } catch (const Undecided&) {
    return std::nullopt;
  }
}

// f(data, axes) of integers and bools, of which no set is empty.
template <class F>
std::optional<Values> of_integers(const Call& call, F f) {
  const Tensor& data = call.tensor("data");
  if (is_float(data.dtype()) || elements_reduced(call) == 0) return std::nullopt;
  return Values{with_keepdims(call, over_integers(data.dtype(), [&]<class T>() {
                                return Tensor::of(data.dtype(),
                                                  f(data.as<T>(), reduced_axes(call)));
                              }))};
}

double same(double x) { return x; }
double square(double x) { return x * x; }
Ball sum(const Ball& x) { return x; }

std::optional<Values> reduce_sum(const Call& call) {
  if (is_float(call.tensor("data").dtype())) return of_sums(call, same, sum);
  return of_integers(call, [](const auto& x, const auto& axes) { return sum_over(x, axes); });
}
std::optional<Values> reduce_prod(const Call& call) {
  return of_integers(call, [](const auto& x, const auto& axes) { return product_over(x, axes); });
}
std::optional<Values> reduce_l1(const Call& call) {
  return of_sums(
      call, [](double x) { return std::fabs(x); }, sum);
}
std::optional<Values> reduce_sum_square(const Call& call) { return of_sums(call, square, sum); }
std::optional<Values> reduce_l2(const Call& call) {
  return of_sums(call, square, [](const Ball& x) { return real::sqrt(x); });
}
std::optional<Values> reduce_log_sum(const Call& call) {
  return of_sums(call, same, [](const Ball& x) { return real::log(x); });
}

std::optional<Values> reduce_mean(const Call& call) {
  if (is_integer(call.tensor("data").dtype())) return mean_of_integers(call);
  const double count = double(elements_reduced(call));
  if (count == 0) return std::nullopt;
  return of_sums(call, same, [&](const Ball& x) { return x / count; });
}

// f(data, axes), which is one of data's elements: of floats as doubles, and of integers.
template <class F>
std::optional<Values> extremum(const Call& call, F f) {
  const Tensor& data = call.tensor("data");
  if (!is_float(data.dtype())) return of_integers(call, f);
  const Reals reduced = f(data.as<double>(), reduced_axes(call));
  return Values{with_keepdims(call, Tensor::decided(data.dtype(), reduced))};
}

// The maximum's own 1 is left out of the sum, beside which a small rest would be lost.
std::optional<Values> log_sum_exp_in_balls(const Call& call) {
  const Tensor& data = call.tensor("data");
  if (!is_float(data.dtype()) || data.dtype() == DType::float64) return std::nullopt;
  try {
    const Array<Ball> reduced = log_sum_exp(elements_of<Ball>(data), reduced_axes(call));
    return Values{with_keepdims(call, rounded(data.dtype(), reduced))};
  } catch (const Undecided&) {
    return std::nullopt;
  }
}

std::optional<Values> reduce_max(const Call& call) {
  return extremum(call, [](const auto& x, const auto& axes) { return max_over(x, axes); });
}
std::optional<Values> reduce_min(const Call& call) {
  return extremum(call, [](const auto& x, const auto& axes) { return min_over(x, axes); });
}

const Quick op[] = {{"ReduceSum", reduce_sum},
                    {"ReduceProd", reduce_prod},
                    {"ReduceL1", reduce_l1},
                    {"ReduceSumSquare", reduce_sum_square},
                    {"ReduceL2", reduce_l2},
                    {"ReduceLogSum", reduce_log_sum},
                    {"ReduceLogSumExp", log_sum_exp_in_balls},
                    {"ReduceMean", reduce_mean},
                    {"ReduceMax", reduce_max},
                    {"ReduceMin", reduce_min}};

}  // namespace
}  // namespace etalon
