// The Reduce* operators without the carriers of the reals, or in fewer steps.
#include "engine/numerics/exponentials.h"
#include "engine/numerics/quick_sums.h"
#include "ops/ai.onnx/reduction/quick/integer_mean.h"

namespace etalon {
namespace {

// Σ term(data) of floats of at most 32 bits, where the sums' balls decide all digits.
template <class Term>  // double term(double x), exact
std::optional<Values> sums(const Call& call, Term term) {
  const Tensor& data = call.tensor("data");
  if (!is_float(data.dtype()) || data.dtype() == DType::float64) return std::nullopt;
  const std::vector<size_t> axes = reduced_axes(call);
  const auto terms = [&](double* values, size_t count) {
    std::transform(values, values + count, values, term);
  };
  try {
    const Tensor reduced = rounded(data.dtype(), quick_sums(data, axes, terms));
    return Values{with_keepdims(call, reduced, axes)};
  } catch (const Undecided&) {
    return std::nullopt;
  }
}

// reduce(x, axes) of floats as doubles, of which it gives one.
template <class Reduce>
std::optional<Values> extremum(const Call& call, Reduce reduce) {
  const Tensor& data = call.tensor("data");
  if (!is_float(data.dtype())) return std::nullopt;
  const std::vector<size_t> axes = reduced_axes(call);
  const Tensor reduced = Tensor::decided(data.dtype(), reduce(data.as<double>(), axes));
  return Values{with_keepdims(call, reduced, axes)};
}

// The maximum's own 1 is left out of the sum, beside which a small rest would be lost.
std::optional<Values> log_sum_exp_in_balls(const Call& call) {
  const Tensor& data = call.tensor("data");
  if (!is_float(data.dtype()) || data.dtype() == DType::float64) return std::nullopt;
  const std::vector<size_t> axes = reduced_axes(call);
  try {
    const Tensor reduced = rounded(data.dtype(), log_sum_exp(elements_of<Ball>(data), axes));
    return Values{with_keepdims(call, reduced, axes)};
  } catch (const Undecided&) {
    return std::nullopt;
  }
}

const Quick rows[] = {
    {"ReduceSum", [](const Call& call) { return sums(call, [](double x) { return x; }); }},
    {"ReduceL1",
     [](const Call& call) { return sums(call, [](double x) { return std::fabs(x); }); }},
    {"ReduceSumSquare",
     [](const Call& call) { return sums(call, [](double x) { return x * x; }); }},
    {"ReduceMax",
     [](const Call& call) {
       return extremum(call, [](const Reals& x, const auto& axes) { return max_over(x, axes); });
     }},
    {"ReduceMin",
     [](const Call& call) {
       return extremum(call, [](const Reals& x, const auto& axes) { return min_over(x, axes); });
     }},
    {"ReduceMean", mean_of_integers},
    {"ReduceLogSumExp", log_sum_exp_in_balls}};

}  // namespace
}  // namespace etalon
