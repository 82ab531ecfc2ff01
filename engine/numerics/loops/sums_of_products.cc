#include "engine/numerics/sums_of_products.h"
#include "engine/values/evaluation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/numerics/arb_dot.h"
#include "engine/numerics/compensated.h"
#include "engine/numerics/exact_sum.h"
#include "engine/numerics/quick_sums.h"
#include "engine/numerics/rounded_once.h"
#include "engine/numerics/sampled_sums.h"

namespace etalon {
namespace {

constexpr double slack = 1 + 0x1p-20;  // more than the rounding of a bound itself
constexpr size_t rows_at_once = 16;
constexpr size_t columns_at_once = 256;

std::vector<double> row_of(const Matrix<double>& A, size_t row) {
  std::vector<double> values(A.columns);
  A.read({row, 1, 0, A.columns}, values.data(), A.columns);
  return values;
}

std::vector<double> column_of(const Matrix<double>& B, size_t column) {
  std::vector<double> values(B.rows);
  B.read({0, B.rows, column, 1}, values.data(), 1);
  return values;
}

// The matrix with the magnitudes of its elements.
Matrix<double> magnitudes_of(const Matrix<double>& matrix) {
  Matrix<double> result = matrix;
  result.read = [read = matrix.read](const Block& block, double* to, size_t stride) {
    read(block, to, stride);
    for (size_t r = 0; r < block.rows; ++r) {
      double* const row = to + r * stride;
      std::transform(row, row + block.columns, row, [](double x) { return std::fabs(x); });
    }
  };
  return result;
}

// What a block of a matrix is read into.
std::vector<double> space_for_block(const Matrix<double>& B) {
  return std::vector<double>(std::min(rows_at_once, B.rows) * std::min(columns_at_once, B.columns));
}

// Reads a matrix block by block: visit(elements, rows, columns, first column).
template <class Visit>
void each_block(const Matrix<double>& B, Visit visit) {
  std::vector<double> block = space_for_block(B);
  for (size_t column = 0; column < B.columns; column += columns_at_once) {
    const size_t columns = std::min(columns_at_once, B.columns - column);
    for (size_t k = 0; k < B.rows; k += rows_at_once) {
      const size_t rows = std::min(rows_at_once, B.rows - k);
      check_deadline();
      B.read({k, rows, column, columns}, block.data(), columns);
      visit(block.data(), rows, columns, column);
    }
  }
}

// Adds the squares of each column's elements to its sum.
void add_squares(const Matrix<double>& B, double* sums) {
  if (B.add_squares) return B.add_squares(sums);
  each_block(B, [&](const double* from, size_t rows, size_t columns, size_t column) {
    for (size_t r = 0; r < rows; ++r, from += columns) {
      for (size_t j = 0; j < columns; ++j) sums[column + j] += from[j] * from[j];
    }
  });
}

// Those of all elements; nothing if one is not finite.
std::optional<BitRange> bits_of(const Matrix<double>& B) {
  if (B.bits) return B.bits();
  std::optional<BitRange> all = BitRange{0, 0};
  each_block(B, [&](const double* from, size_t rows, size_t columns, size_t) {
    const std::optional<BitRange> part = bit_range(from, rows * columns);
    all = all && part ? std::optional(joined(*all, *part)) : std::nullopt;
  });
  return all;
}

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return std::isfinite(value); });
}

std::vector<arb_struct> arbs_of(const std::vector<double>& values) {
  std::vector<arb_struct> arbs(values.size());
  std::transform(values.begin(), values.end(), arbs.begin(), arb_of);
  return arbs;
}

}  // namespace

// The 2-norms of A's rows and B's columns; or, of a B whose greatest element is known, 1-norms and
// that, for which B is not read. The squares of up to float32's greatest numbers do not overflow.
// Where float64's do, no error is known.
SumsOfProducts::Norms SumsOfProducts::norms_of(const Product<double>& product) {
  const Matrix<double>& A = product.A;
  const Matrix<double>& B = product.B;
  const bool known = std::isfinite(B.greatest);
  Norms norms{std::vector<double>(A.rows), std::vector<double>(B.columns, known ? B.greatest : 0)};
  std::vector<double> row(A.columns);
  for (size_t i = 0; i < A.rows; ++i) {
    check_deadline();
    A.read({i, 1, 0, A.columns}, row.data(), A.columns);
    const auto sum = [&](auto f) { return sum_in_parts(row.data(), row.size(), 0.0, f); };
    norms.rows[i] = known ? sum([](double a) { return std::fabs(a); })
                          : std::sqrt(sum([](double a) { return a * a; }));
  }
  if (known) return norms;
  add_squares(B, norms.columns.data());
  for (double& norm : norms.columns) norm = std::sqrt(norm);
  return norms;
}

SumsOfProducts::SumsOfProducts(DType type, const Shape& shape,
                               std::vector<Product<double>> products,
                               std::shared_ptr<const void> operands, Reals errors,
                               std::vector<Residue> residues)
    : type_(type),
      products_(std::move(products)),
      operands_(std::move(operands)),
      sums_(empty_array<double>(shape)),
      errors_(std::move(errors)),
      residues_(std::move(residues)) {
  if (evaluation().field) return;
  const Products how = products_in(type);
  const bool compensated = how == Products::compensated;
  if (compensated) lost_ = full(shape, 0.0);
  size_t first = 0;
  for (Product<double>& product : products_) {
    product.C = sums_.data() + first;
    if (compensated) product.lost = lost_.data() + first;
    const size_t columns = product.B.columns;
    for (size_t i = 0; i < product.A.rows; ++i, first += columns) {
      check_deadline();  // the system may take seconds to give all this memory
      std::fill_n(sums_.data() + first, columns, sum_of_none<double>(product.A.columns > 0));
    }
    norms_.push_back(norms_of(product));
  }
  add_products(products_, how);
  if (!evaluation().rounding) return;
  magnitudes_ = full(shape, 0.0);
  std::vector<Product<double>> magnitudes;
  for (const Product<double>& product : products_) {
    magnitudes.push_back({magnitudes_of(product.A), magnitudes_of(product.B),
                          magnitudes_.data() + (product.C - sums_.data())});
  }
  add_products(magnitudes, compensated ? Products::rounded : Products::exact);
}

// Adding n terms in any order is at most n · u · Σ|terms| off (Jeannerod and Rump, 2013), and the
// norms of a and b are such that Σ|a·b| ≤ ‖a‖ · ‖b‖. The products of floats up to 32 bits are exact
// in double.
SumsOfProducts::Row SumsOfProducts::row_at(const Place& first) const {
  const Norms& norms = norms_[first.product];
  const auto terms = static_cast<double>(products_[first.product].A.columns);
  const double unit = terms <= 1 ? 0 : terms * Ball::half_ulp * slack * norms.rows[first.row];
  return {sums_.data() + first.position, unit, norms.columns.data()};
}

// All terms, and so all sums, are multiples of the product of the operands' last bits, and the
// norms of a and b are such that none is greater than ‖a‖ · ‖b‖.
bool SumsOfProducts::is_exact(const Place& first) {
  const Product<double>& product = products_[first.product];
  const auto [known, absent] = bits_.try_emplace(first.product);
  if (absent) known->second = bits_of(product.B);
  const std::vector<double> a = row_of(product.A, first.row);
  const std::optional<BitRange> of_a = bit_range(a.data(), a.size()), &of_b = known->second;
  if (!of_a || !of_b) return false;
  const Norms& norms = norms_[first.product];
  const double greatest =
      norms.rows[first.row] * *std::max_element(norms.columns.begin(), norms.columns.end());
  return greatest * slack < std::ldexp(1.0, of_a->lowest + of_b->lowest + 53);
}

Ball SumsOfProducts::careful(const Place& place) const {
  const std::vector<double> a = row_of(products_[place.product].A, place.row);
  const std::vector<double> b = column_of(products_[place.product].B, place.column);
  Compensated sum(sum_of_none<double>(!a.empty()));
  for (size_t k = 0; k < a.size(); ++k) sum.add(a[k] * b[k]);
  return sum.ball();
}

std::vector<Ball> SumsOfProducts::careful_row(const Place& first) const {
  const std::vector<double> a = row_of(products_[first.product].A, first.row);
  const Matrix<double>& B = products_[first.product].B;
  std::vector<Ball> balls;
  balls.reserve(B.columns);
  std::vector<double> block = space_for_block(B);
  for (size_t column = 0; column < B.columns; column += columns_at_once) {
    const size_t columns = std::min(columns_at_once, B.columns - column);
    CompensatedSums sums(columns, sum_of_none<double>(!a.empty()));
    for (size_t k = 0; k < a.size(); k += rows_at_once) {
      const size_t rows = std::min(rows_at_once, a.size() - k);
      B.read({k, rows, column, columns}, block.data(), columns);
      for (size_t r = 0; r < rows; ++r) sums.add(a[k + r], block.data() + r * columns);
    }
    for (size_t j = 0; j < columns; ++j) balls.push_back(sums.ball(j));
  }
  return balls;
}

ArbBall SumsOfProducts::exact(const Place& place) const {
  const std::vector<double> a = row_of(products_[place.product].A, place.row);
  const std::vector<double> b = column_of(products_[place.product].B, place.column);
  count_work(detail::arb_work * a.size());
  if (!all_finite(a) || !all_finite(b)) return sum_of_products(a, b, a.size());
  if (type_ != DType::float64) {  // products are exact in double
    ExactSum sum;
    for (size_t k = 0; k < a.size(); ++k) sum.add(a[k] * b[k]);
    const ArbBall y = sum.ball();
    return arb_is_zero(y.get()) ? ArbBall(zero_of_products(a, b, a.size())) : y;
  }
  return sum_of_products(a, b, a.size(), arbs_of(a).data(), arbs_of(b).data());
}

Reals SumsOfProducts::samples() const {
  Reals results = sums_;
  for (size_t p = 0; p < products_.size(); ++p) {
    const std::vector<double> sums = sampled_sums(products_[p], norms_[p].rows, norms_[p].columns);
    std::copy(sums.begin(), sums.end(), results.data() + (products_[p].C - sums_.data()));
  }
  return results;
}

ArbBall SumsOfProducts::bounded(const Place& place) const {
  const Rounding rounding = evaluation().rounding->of_products();
  const auto terms = static_cast<double>(products_[place.product].A.columns);
  ArbBall sum = sums_.data()[place.position];
  const bool unknown = errors_.size() != 0 &&
                       !(errors_.data()[place.position] < std::numeric_limits<double>::infinity());
  if (unknown) return ArbBall::unknown();
  if (!sum.finite()) return sum;
  sum.widen(rounding.of_sum(terms) * magnitudes_.data()[place.position] * slack +
            terms * rounding.tiny);
  if (errors_.size() != 0) sum.widen(errors_.data()[place.position]);
  if (!evaluation().rounding->rounds_factors()) return sum;
  // No element is greater than the norm of its row or column.
  const double magnitude = magnitudes_.data()[place.position];
  const Norms& norms = norms_[place.product];
  const double error = evaluation().rounding->of_factors(
      terms, magnitude, norms.rows[place.row] * slack, norms.columns[place.column] * slack);
  if (!std::isfinite(error) || magnitude + error > rounding.greatest) return ArbBall::unknown();
  sum.widen(error * slack);
  return sum;
}

ArbBall SumsOfProducts::over_arbs(const Place& place) const {
  if (evaluation().rounding) return bounded(place);
  return residues_.empty() ? exact(place) : ArbBall::over_field(residues_[place.position]);
}

// The error of the sum of the errors (Ogita, Rump, Oishi: Accurate sum and dot product, 2005), and
// of products below the normal numbers.
double SumsOfProducts::error_of_compensated(const Place& place) const {
  const Norms& norms = norms_[place.product];
  const auto terms = static_cast<double>(products_[place.product].A.columns);
  const double magnitude = norms.rows[place.row] * norms.columns[place.column];
  const double error = (4 * terms * terms * 0x1p-106 * magnitude + terms * 0x1p-1060) * slack +
                       std::fabs(lost_.data()[place.position]) * 0x1p-52;
  return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
}

Ball SumsOfProducts::compensated(const Place& place) const {
  const double sum = sums_.data()[place.position] + lost_.data()[place.position];
  if (!std::isfinite(sum)) return {0, std::numeric_limits<double>::infinity()};
  return {sum, (error_of_compensated(place) + std::fabs(sum) * Ball::half_ulp) * slack};
}

Tensor SumsOfProducts::rounded() {
  const auto itself = []<class R>(const R& sum, size_t) -> R { return sum; };
  if (type_ != DType::float64 || evaluation().once_over_arbs() || evaluation().sampled)
    return rounded(itself);
  const auto round_one = [&](const Place& place) {
    double& sum = sums_.data()[place.position];
    const double lost = lost_.data()[place.position];
    const double error = error_of_compensated(place);
    const double y = sum + (lost + error);
    const bool known = std::isfinite(y) && sum != 0;
    sum = known && y == sum + (lost - error)
              ? y
              : refined(type_, sum + lost, [&]() -> ArbBall { return exact(place); });
  };
  each_row([&](const Place& first) { each_in_row(first, round_one); });
  return Tensor::decided(type_, sums_);
}

}  // namespace etalon
