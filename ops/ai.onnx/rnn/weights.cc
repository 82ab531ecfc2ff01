#include "ops/ai.onnx/rnn/weights.h"

#include "engine/numerics/matmul.h"

namespace etalon {
namespace {

constexpr double slack = 1 + 0x1p-20;  // more than the rounding of a bound itself

// What Arb's balls hold, to be read in a row; the balls still own it.
std::vector<arb_struct> borrowed(const ArbBall* x, size_t count) {
  std::vector<arb_struct> row(count);
  for (size_t i = 0; i < count; ++i) row[i] = *x[i].get();
  return row;
}

}  // namespace

Weights::Weights(const Reals& values)
    : values_(values),
      magnitudes_(xt::abs(values)),
      finite_(
          std::all_of(values.begin(), values.end(), [](double w) { return std::isfinite(w); })) {}

// Σ (m ± r) · w is off by Σ r·|w|, and as rounded by n·u·Σ |m|·|w| more (Jeannerod and Rump, 2013),
// a product included.
Array<Ball> Weights::product(const Array<Ball>& x) const {
  const double unit = (double(inputs()) + 1) * Ball::half_ulp;
  Reals middles = empty_array<double>(x.shape()), errors = empty_array<double>(x.shape());
  for (size_t i = 0; i < x.size(); ++i) {
    const Ball& value = x.data()[i];
    if (!std::isfinite(value.middle())) throw Undecided();
    middles.data()[i] = value.middle();
    errors.data()[i] = (unit * std::fabs(value.middle()) + value.radius()) * slack;
  }
  const Reals sums = matmul(middles, values_);
  const Reals bounds = matmul(errors, magnitudes_);
  Array<Ball> y = empty_array<Ball>(sums.shape());
  for (size_t i = 0; i < y.size(); ++i) {
    const double bound = bounds.data()[i];
    if (sums.data()[i] == 0 && bound == 0) {
      const Ball* row = x.data() + i / outputs() * inputs();
      y.data()[i] = zero_of_products(row, column(i % outputs()), inputs());
    } else {
      y.data()[i] = Ball(sums.data()[i], bound * slack + 0x1p-1060);
    }
  }
  return y;
}

ArbBall Weights::dot(const ArbBall* x, const arb_struct* row, size_t o) const {
  const size_t n = inputs();
  if (!finite_ || !std::all_of(x, x + n, [](const ArbBall& value) { return is_finite(value); })) {
    return sum_of_products(x, column(o), n);
  }
  return sum_of_products(x, column(o), n, row, columns_.data() + o * n);
}

void Weights::prepare_columns() const {
  if (!columns_.empty()) return;
  columns_.resize(values_.size());
  for (size_t i = 0; i < columns_.size(); ++i) {
    columns_[i] = arb_of(column(i / inputs())[i % inputs()]);
  }
}

void Weights::prepare_fixed_columns() const {
  if (!fixed_columns_.empty()) return;
  const Reals columns = xt::transpose(values_);
  for (size_t o = 0; o < outputs(); ++o) {
    fixed_columns_.push_back(fixed_column({columns.data() + o * inputs(), inputs()}));
  }
}

ArbBall Weights::fixed_dot(const ArbBall* x, const FixedRow& row, size_t o, double error) const {
  ArbBall sum = inner(row, *fixed_columns_[o]);
  if (error == 0 && arb_is_zero(sum.get())) return zero_of_products(x, column(o), inputs());
  sum.widen(error * slack);
  return sum;
}

// In fixed point where that has bits enough, else by Arb.
Array<ArbBall> Weights::product(const Array<ArbBall>& x) const {
  constexpr long few_bits = 128;
  const size_t batch = x.shape()[0];
  Array<ArbBall> y = empty_array<ArbBall>({batch, outputs()});
  const Rounding* rounding = current_rounding();
  const bool in_fixed_point = precision_bits() <= few_bits;
  if (in_fixed_point) prepare_fixed_columns();
  for (size_t b = 0; b < batch; ++b) {
    const ArbBall* values = x.data() + b * inputs();
    count_work(detail::arb_work * values_.size());
    std::optional<FixedRow> fixed;
    if (in_fixed_point) fixed = fixed_row({values, inputs()});
    Reals errors = full({1, outputs()}, 0.0);
    if (fixed && !fixed->exact) errors = matmul(fixed->errors, magnitudes_);
    std::vector<arb_struct> row;
    for (size_t o = 0; o < outputs(); ++o) {
      if (fixed && fixed_columns_[o]) {
        y(b, o) = fixed_dot(values, *fixed, o, errors(0, o));
      } else {
        prepare_columns();
        if (row.empty()) row = borrowed(values, inputs());
        y(b, o) = dot(values, row.data(), o);
      }
      if (rounding) y(b, o).widen(error_of_sum(*rounding, values, column(o), inputs()));
    }
  }
  return y;
}

}  // namespace etalon
