#include "engine/numerics/sampled_sums.h"

#include <algorithm>
#include <cmath>

#include "engine/values/evaluation.h"
#include "engine/values/limits.h"

namespace etalon {

double SampledSum::rounded(double high, double low) const {
  MonteCarlo& runtime = *evaluation().sampled;
  return products_ ? runtime.rounded_sum(high, low) : runtime.rounded(high, low);
}

void SampledSum::add_product(double product) {
  products_ = true;
  add(evaluation().sampled->with_rounded_factors(product));
}

void SampledSum::add(double term) {
  MonteCarlo& runtime = *evaluation().sampled;
  if (parts_.empty()) parts_.assign(runtime.parts(), -0.0);
  // By ones or by twos, so that sums of pairs are among them.
  const size_t at_once = runtime.fused() ? 2 : 1;
  double& part = parts_[count_++ / at_once % parts_.size()];
  if (!runtime.narrow_sums()) {
    part += term;
    return;
  }
  const double sum = part + term, rest = sum - part;
  part = rounded(sum, (part - (sum - rest)) + (term - rest));
}

Ball SampledSum::result() const {
  MonteCarlo& runtime = *evaluation().sampled;
  std::vector<double> parts(parts_.begin(), parts_.begin() + std::min(parts_.size(), count_));
  for (; parts.size() > 1; parts.resize((parts.size() + 1) / 2)) {
    for (size_t i = 0, j = parts.size() - 1; i < j; ++i, --j) {
      const double sum = parts[i] + parts[j];
      parts[i] = runtime.narrow_sums() ? rounded(sum) : sum;
    }
  }
  const double sum = parts.empty() ? 0 : parts[0];
  return {runtime.narrow_sums() ? sum : rounded(sum), Ball::sampled};
}

Ball sampled_product(const Ball* a, const Ball* b, size_t count, size_t stride) {
  MonteCarlo& runtime = *evaluation().sampled;
  SampledSum sum(true);
  for (size_t k = 0; k < count; ++k) {
    const double product = runtime.factor(a[k].middle()) * runtime.factor(b[k * stride].middle());
    sum.add(runtime.narrow_sums() ? runtime.rounded_product(product, 0) : product);
  }
  return sum.result();
}

bool holds_samples(const Ball* values, size_t count) {
  return std::any_of(values, values + count, [](const Ball& value) { return value.is_sample(); });
}

namespace {

constexpr size_t most_columns = 256;
constexpr size_t sampled_at_once = 64;

// Rows [row, row + rows) and columns [column, column + columns) of a product, evaluated in parts.
class PartOfProduct {
 public:
  PartOfProduct(const Product<double>& product, const Block& part)
      : product_(product),
        part_(part),
        runtime_(*evaluation().sampled),
        flushes_(runtime_.rounding().declared.flush && runtime_.flushes()),
        a_(part.rows * product.A.columns),
        b_(sampled_at_once * part.columns),
        sums_(runtime_.parts() * part.rows * part.columns, -0.0),
        noise_(2 * most_columns) {
    const int bits = runtime_.sum_bits();
    splitter_ = std::ldexp(1.0, 53 - bits) + 1;
    // Less than half an ULP of every sum, so that one that the type holds stays.
    const double scale = runtime_.nearest() ? 0 : std::ldexp(1.0, -bits - 1);
    for (double& noise : noise_) noise = scale * runtime_.random();
  }

  // The part's sums, row by row.
  std::vector<double> sums() {
    const size_t inner = product_.A.columns;
    product_.A.read({part_.row, part_.rows, 0, inner}, a_.data(), inner);
    round_factors(a_.data(), a_.size());
    for (size_t k = 0; k < inner; k += sampled_at_once) {
      const size_t rows = std::min(sampled_at_once, inner - k);
      check_deadline();
      product_.B.read({k, rows, part_.column, part_.columns}, b_.data(), part_.columns);
      round_factors(b_.data(), rows * part_.columns);
      for (size_t r = 0; r < rows; ++r) add_row(k + r, b_.data() + r * part_.columns);
    }
    for (size_t parts = runtime_.parts(); parts > 1; parts /= 2) {
      const size_t half = parts / 2 * part_.rows * part_.columns;
      for (size_t i = 0; i < half; ++i) sums_[i] = narrow(sums_[i] + sums_[half + i]);
    }
    sums_.resize(part_.rows * part_.columns);
    for (double& sum : sums_) sum = runtime_.rounded_sum(sum);
    return std::move(sums_);
  }

 private:
  double to_bits(double x) const {
    const double c = x * splitter_;
    return c - (c - x);
  }
  void round_factors(double* factors, size_t count) {
    if (!runtime_.rounds_factors()) return;
    for (size_t i = 0; i < count; ++i) factors[i] = runtime_.factor(factors[i]);
  }
  // Rounded, and 0 below the normal numbers.
  double flushed(double x) const {
    return std::fabs(x) < runtime_.rounding().tiny ? 0 : to_bits(x);
  }
  double narrow(double x) const { return runtime_.narrow_sums() ? to_bits(x) : x; }

  void add_row(size_t k, const double* b) {
    const size_t inner = product_.A.columns, columns = part_.columns;
    double* const sums = sums_.data() + k % runtime_.parts() * part_.rows * columns;
    for (size_t i = 0; i < part_.rows; ++i) {
      const double a = a_[i * inner + k];
      double* const row = sums + i * columns;
      const double* const noise = noise_.data() + (k * 37 + i * 11) % most_columns;
      if (flushes_) {
        for (size_t j = 0; j < columns; ++j) row[j] = flushed(row[j] + flushed(a * b[j]));
      } else if (!runtime_.narrow_sums()) {
        for (size_t j = 0; j < columns; ++j) row[j] += a * b[j];
      } else if (runtime_.fused()) {
        for (size_t j = 0; j < columns; ++j) {
          const double sum = row[j] + a * b[j];
          row[j] = to_bits(sum + sum * noise[j]);
        }
      } else {
        for (size_t j = 0; j < columns; ++j) {
          const double sum = row[j] + to_bits(a * b[j]);
          row[j] = to_bits(sum + sum * noise[j]);
        }
      }
    }
  }

  const Product<double>& product_;
  const Block part_;
  MonteCarlo& runtime_;
  const bool flushes_;
  std::vector<double> a_, b_, sums_, noise_;
  double splitter_;
};

// As much of a product as is evaluated.
Block part_of(const Product<double>& product) {
  constexpr double most = 0x1p22;  // multiply-adds
  constexpr double most_elements = 0x1p20;
  const size_t rows = product.A.rows, inner = std::max<size_t>(1, product.A.columns);
  const size_t columns = std::min(product.B.columns, most_columns);
  const double affordable =
      std::min({most / double(inner) / double(columns), most_elements / double(inner),
                most_elements / double(columns) / double(evaluation().sampled->parts())});
  const size_t taken = std::clamp<size_t>(size_t(affordable), 1, rows);
  const auto somewhere = [](size_t count) {
    return size_t(std::fabs(evaluation().sampled->random()) * 0.999 * double(count + 1));
  };
  return {somewhere(rows - taken), taken, somewhere(product.B.columns - columns), columns};
}

}  // namespace

std::vector<double> sampled_sums(const Product<double>& product, const std::vector<double>& rows,
                                 const std::vector<double>& columns) {
  const size_t count = product.A.rows * product.B.columns;
  std::vector<double> sums(product.C, product.C + count);
  if (count == 0) return sums;
  const auto evaluate = [&](const Block& part) { return PartOfProduct(product, part).sums(); };
  constexpr double small = 0x1p22;
  if (double(count) * double(product.A.columns) <= small) {
    for (size_t column = 0; column < product.B.columns; column += most_columns) {
      const size_t width = std::min(most_columns, product.B.columns - column);
      const size_t at_once = std::max<size_t>(1, 0x1000 / std::max<size_t>(1, product.A.columns));
      for (size_t row = 0; row < product.A.rows; row += at_once) {
        const Block part{row, std::min(at_once, product.A.rows - row), column, width};
        const std::vector<double> known = evaluate(part);
        for (size_t i = 0; i < part.rows; ++i) {
          std::copy_n(known.data() + i * width, width,
                      sums.data() + (row + i) * product.B.columns + column);
        }
      }
    }
    return sums;
  }
  // Errors near the least numbers are not relative to norms.
  const double least = evaluation().sampled->rounding().tiny * 0x1p30;
  const Block part = part_of(product);
  const std::vector<double> known = evaluate(part);
  std::vector<double> errors;
  for (size_t i = 0; i < known.size(); ++i) {
    const size_t row = part.row + i / part.columns, column = part.column + i % part.columns;
    const double norm = rows[row] * columns[column];
    const double error = known[i] - product.C[row * product.B.columns + column];
    if (norm > least && std::isfinite(error)) errors.push_back(error / norm);
  }
  if (errors.empty()) return sums;
  MonteCarlo& runtime = *evaluation().sampled;
  for (size_t i = 0; i < count; ++i) {
    const double norm = rows[i / product.B.columns] * columns[i % product.B.columns];
    const auto which = size_t(std::fabs(runtime.random()) * 0.999 * double(errors.size()));
    if (norm > least) sums[i] = runtime.rounded_sum(sums[i] + errors[which] * norm);
  }
  return sums;
}

}  // namespace etalon
