// Inverse, CDist, ComplexMul and ComplexMulConj.
#include "engine/numerics/functions.h"
#include "engine/operators/choice.h"
#include "engine/values/rounding.h"
#include "ops/com.microsoft/math/cdist.h"
#include "ops/com.microsoft/math/complex_mul.h"

namespace etalon {
namespace {

// The matrices of X, and of Y, one after the other: whether f(x, y, M) holds of each.
template <class F>
Bools of_matrices(const Tensor& X, const Tensor& Y, F f) {
  const size_t M = X.dim(X.rank() - 1);
  const Reals x = X.as<double>(), y = Y.as<double>();
  Bools holds = full(X.shape(), false);
  for (size_t i = 0; i < x.size(); i += M * M) {
    const bool value = f(x.data() + i, y.data() + i, M);
    std::fill_n(holds.begin() + std::ptrdiff_t(i), M * M, value);
  }
  return holds;
}

bool all_finite(const double* x, size_t M) {
  return std::all_of(x, x + M * M, [](double value) { return std::isfinite(value); });
}

// The greatest row sum of magnitudes.
double norm_of(const double* x, size_t M) {
  double norm = 0;
  for (size_t i = 0; i < M; ++i) {
    const double sum = std::accumulate(x + i * M, x + (i + 1) * M, 0.0,
                                       [](double s, double value) { return s + std::fabs(value); });
    norm = std::max(norm, sum);
  }
  return norm;
}

double log2_of(double x) { return real::log(x) / real::log(2.0); }

// log2 of the determinant's magnitude, by elimination of rows that are scaled to about 1, and of
// Π_i Σ_j |x_ij|, which no minor exceeds where all these sums are above 1.
struct LogDeterminant {
  double exact = 0, most = 0;
};
LogDeterminant log_determinant(const double* x, size_t M) {
  std::vector<double> a(x, x + M * M);
  LogDeterminant log;
  for (size_t i = 0; i < M; ++i) {
    double sum = 0;
    for (size_t j = 0; j < M; ++j) sum += std::fabs(a[i * M + j] * 0x1p-10);
    const double scale = log2_of(sum) + 10;
    log.exact += scale, log.most += std::max(scale, 0.0);
    for (size_t j = 0; j < M; ++j) a[i * M + j] = a[i * M + j] * 0x1p-10 / sum;
  }
  for (size_t k = 0; k < M; ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < M; ++i) {
      if (std::fabs(a[i * M + k]) > std::fabs(a[pivot * M + k])) pivot = i;
    }
    std::swap_ranges(&a[k * M], &a[k * M] + M, &a[pivot * M]);
    log.exact += log2_of(std::fabs(a[k * M + k]));
    for (size_t i = k + 1; i < M; ++i) {
      const double factor = a[i * M + k] / a[k * M + k];
      for (size_t j = k; j < M; ++j) a[i * M + j] -= factor * a[k * M + j];
    }
  }
  return log;
}

// Whether what elimination with pivots is off by, in the type of X, may be as much as a matrix is
// off being singular (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 14.3):
// no digit of its inverse is certain then.
bool is_nearly_singular(const double* x, const double* y, size_t M, const Rounding& rounding) {
  if (M < 2 || !all_finite(x, M)) return false;
  const auto n = double(M);
  const double greatest = std::fabs(*std::max_element(
      x, x + M * M, [](double a, double b) { return std::fabs(a) < std::fabs(b); }));
  const double off = 2 * std::max(n, 6 * std::sqrt(n)) * rounding.unit() * greatest * n;
  return !(off * real::pow(n, 5.0 / 3) * norm_of(y, M) < 0.99);
}

// Whether steps of a determinant, by minors or by elimination, may exceed the type.
bool exceeds_range(const double* x, const double*, size_t M, const Rounding& rounding) {
  if (M < 2 || !all_finite(x, M)) return false;
  return log_determinant(x, M).most >= log2_of(rounding.greatest);
}
// Whether the determinant is below the type's normal numbers, where it loses digits.
bool falls_below_range(const double* x, const double*, size_t M, const Rounding& rounding) {
  if (M < 2 || !all_finite(x, M)) return false;
  return log_determinant(x, M).exact <= log2_of(rounding.tiny);
}

// An element of an inverse whose divisor has lost its digits: any number of its sign, 0 or NaN.
Ends of_any_size(const Tensor& Y) {
  const Reals y = Y.as<double>();
  return {Tensor::decided(Y.dtype(), Reals(xt::where(y < 0.0, -infinity, 0.0))),
          Tensor::decided(Y.dtype(), Reals(xt::where(y > 0.0, infinity, 0.0))),
          {scalar(Y.dtype(), std::nan(""))}};
}

// A matrix with NaN or an infinity has no inverse that the text speaks of.
void open_inverse(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  open.Y = either_zero(open.Y, "negative_zero");
  const Tensor Y = open.Y;
  open.Y = no_result(open.Y, "nonfinite", [&] {
    return of_matrices(X, Y,
                       [](const double* x, const double*, size_t M) { return !all_finite(x, M); });
  });
  const Rounding rounding = rounding_of(X.dtype());
  const auto where = [&](auto is_open) {
    return [&, is_open] {
      return of_matrices(X, Y, [&](const double* x, const double* y, size_t M) {
        return is_open(x, y, M, rounding);
      });
    };
  };
  const auto exceeding = where(exceeds_range);
  open.Y = divisor_or_exact(open.Y, "overflow",
                            [&] { return Reals(xt::where(exceeding(), infinity, 0.0)); });
  open.Y = between(open.Y, "overflow", where(falls_below_range), [&] { return of_any_size(Y); });
  open.Y = no_result(open.Y, "near_singular", where(is_nearly_singular));
}

// Σ (|a| + |b|)², which no step of a formula exceeds; and the NaN that |a|² + |b|² − 2ab gives
// where (a − b)² is infinite.
void open_cdist(Opening& open) {
  const auto reach = [&] {
    return open.again({{"A", in_float64(magnitudes(open.call.tensor("A")))},
                       {"B", in_float64(each(magnitudes(open.call.tensor("B")),
                                             [](const auto& b) { return -b; }))}});
  };
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    const Reals y = reach().as<double>();
    return open.call.text("metric") == "euclidean" ? Reals(y * y) : y;
  });
  open.Y = choice(open.Y, "inf", [&] { return Bools(xt::isinf(open.Y.as<double>())); }, "formula",
                  {{"nan", [&] { return scalar(open.Y.dtype(), std::nan("")); }}});
}

// Products that cancel may exceed the type.
void open_complex(Opening& open) {
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    const auto size = [&](std::string_view X) {
      const ComplexParts of(open.call, X);
      const Reals parts = xt::maximum(xt::abs(of.re.as<double>()), xt::abs(of.im.as<double>()));
      return parts;
    };
    const Reals products = by_element(size("A"), size("B"), std::multiplies());
    return broadcast_array(Reals(2 * products), open.Y.shape());
  });
}

// The name does not say whose conjugate it is: A's has the other sign of the imaginary part.
void open_complex_conj(Opening& open) {
  open_complex(open);
  open.Y = either_of(open.Y, "conjugate", "of_B", "of_A", [&] {
    const size_t last = open.Y.rank() - 1;
    const Tensor im = each(slice(open.Y, last, 1, 2), [](const auto& x) { return -x; });
    return paired(slice(open.Y, last, 0, 1), im);
  });
}

const Open op[] = {{"Inverse", open_inverse},
                   {"CDist", open_cdist},
                   {"ComplexMul", open_complex},
                   {"ComplexMulConj", open_complex_conj}};

}  // namespace
}  // namespace etalon
