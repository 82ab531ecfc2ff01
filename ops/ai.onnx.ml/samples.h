// What the operators on rows of features share: formulas over rows of features, evaluated some rows
// at a time.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "engine/numerics/carriers.h"
#include "engine/operators/operator.h"
#include "engine/values/evaluation.h"
#include "engine/values/side.h"

namespace etalon {

// X as one row of features a sample: [N, F], or [F] for a single sample. Throws InvalidInput for
// another rank.
Tensor feature_rows(const Tensor& X);

// An attribute's values, row-major, as an array of this shape, which must have as many elements.
Reals array_of(const std::vector<double>& values, const Shape& shape);

// f(x) for parts x [n, F] of X [N, F]: tensors whose first axis is that of the samples, joined
// along it. A digit that is hard to decide causes only its part to be evaluated again.
template <class F>
Values by_parts(const Tensor& X, size_t elements_at_once, F f) {
  const size_t N = X.dim(0);
  const size_t at_once = std::max<size_t>(1, elements_at_once / std::max<size_t>(1, X.dim(1)));
  std::vector<std::vector<Tensor>> parts;
  for (size_t first = 0; first == 0 || first < N; first += at_once) {
    const Tensor samples = slice(X, 0, first, std::min(N, first + at_once));
    const Values results = f(samples);
    parts.resize(results.size());
    for (size_t i = 0; i < results.size(); ++i) parts[i].push_back(results[i].tensor());
  }
  Values joined;
  for (const std::vector<Tensor>& part : parts) joined.push_back(concat(part, 0));
  return joined;
}

namespace detail {

inline Values results_of(DType, Values results) { return results; }
template <class R>
Values results_of(DType type, const Array<R>& values) {
  return {rounded(type, values)};
}

}  // namespace detail

// As above for f.operator()<R>(x), a formula over a number type R: an array of n rows, each element
// of which is rounded once to a float type; or tensors, with floats of that type among them.
template <class F>
Values by_samples(const Tensor& X, DType type, F f) {
  return by_parts(X, 4096, [&](const Tensor& x) {
    return over_reals(type, [&]<class R>() -> Values {
      return detail::results_of(type, f.template operator()<R>(x));
    });
  });
}
// As above by over_wide_reals, which leave few digits undecided.
template <class F>
Values by_samples_over_wide_reals(const Tensor& X, F f) {
  return by_parts(X, 16384, [&](const Tensor& x) {
    return over_wide_reals([&]<class R>() -> Values { return f.template operator()<R>(x); });
  });
}

// True where elements are NaN: for open/.
template <class R>
Tensor are_nan(const Array<R>& values) {
  Bools nan = empty_array<bool>(values.shape());
  std::transform(values.begin(), values.end(), nan.begin(), [](const R& x) { return x.is_nan(); });
  return Tensor::of(DType::boolean, nan);
}

// The labels of the samples, of which winner(n) gives the position. Where bounds are wanted, a
// label that rounding may change carries an infinite error.
template <class F>
Tensor labels_of(const Tensor& labels, size_t samples, F winner) {
  std::vector<size_t> winners;
  Reals errors = full({samples}, 0.0);
  for (size_t n = 0; n < samples; ++n) {
    try {
      winners.push_back(winner(n));
    } catch (const Undecided&) {
      if (!evaluation().rounding) throw;
      const Setting middles(&Evaluation::middles, true);
      winners.push_back(winner(n));
      errors(n) = std::numeric_limits<double>::infinity();
    }
  }
  const Tensor Y = pick(labels, 0, winners);
  return evaluation().rounding ? with_errors(Y, errors) : Y;
}

}  // namespace etalon
