#include "ops/ai.onnx/rnn/weights.h"

#include "engine/numerics/bit_range.h"
#include "engine/numerics/matmul.h"
#include "engine/numerics/sampled_sums.h"
#include "engine/values/evaluation.h"

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

const Reals& Weights::values() const {
  if (!values_) values_ = W_.as<double>();
  return *values_;
}

const Reals& Weights::magnitudes() const {
  if (!magnitudes_) magnitudes_ = xt::abs(values());
  return *magnitudes_;
}

Array<Ball> Weights::sampled(const Array<Ball>& x) const {
  Array<Ball> y = empty_array<Ball>({x.shape()[0], outputs()});
  std::vector<Ball> weights(inputs());
  for (size_t o = 0; o < outputs(); ++o) {
    const Strided<double> of_output = column(o);
    for (size_t k = 0; k < inputs(); ++k) weights[k] = of_output[k];
    for (size_t r = 0; r < x.shape()[0]; ++r) {
      y(r, o) = sampled_product(x.data() + r * inputs(), weights.data(), inputs(), 1);
    }
  }
  return y;
}

// Σ (m ± r) · w is off by Σ r·|w|, and as rounded by n·u·Σ |m|·|w| more (Jeannerod and Rump, 2013),
// a product included.
Array<Ball> Weights::product(const Array<Ball>& x) const {
  if (evaluation().sampled) return sampled(x);
  const double unit = (double(inputs()) + 1) * Ball::half_ulp;
  Reals middles = empty_array<double>(x.shape()), errors = empty_array<double>(x.shape());
  for (size_t i = 0; i < x.size(); ++i) {
    const Ball& value = x.data()[i];
    if (!std::isfinite(value.middle())) throw Undecided();
    middles.data()[i] = value.middle();
    errors.data()[i] = (unit * std::fabs(value.middle()) + value.radius()) * slack;
  }
  const Reals sums = matmul(middles, values());
  const Reals bounds = matmul(errors, magnitudes());
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
  if (columns_.empty() ||
      !std::all_of(x, x + n, [](const ArbBall& value) { return is_finite(value); })) {
    return sum_of_products(x, column(o), n);
  }
  return sum_of_products(x, column(o), n, row, columns_.data() + o * n);
}

void Weights::prepare_columns() const {
  if (!columns_.empty() || !bit_range(values().data(), W_.size())) return;
  columns_.resize(W_.size());
  for (size_t i = 0; i < columns_.size(); ++i) {
    columns_[i] = arb_of(column(i / inputs())[i % inputs()]);
  }
}

Array<WideBall> Weights::product(const Array<WideBall>& x) const {
  if (!digits_) digits_ = DigitMatrix::of(W_);
  if (!digits_) throw Undecided();
  return digits_->product(x);
}

Array<ArbBall> Weights::product(const Array<ArbBall>& x) const {
  const size_t rows = x.shape()[0];
  Array<ArbBall> y = empty_array<ArbBall>({rows, outputs()});
  const Rounding* rounding = evaluation().rounding;
  prepare_columns();
  for (size_t r = 0; r < rows; ++r) {
    const ArbBall* values = x.data() + r * inputs();
    count_work(detail::arb_work * W_.size());
    const std::vector<arb_struct> row = borrowed(values, inputs());
    const bool hides = evaluation().field || (!rounding && may_hide({values, 1}, inputs()));
    for (size_t o = 0; o < outputs(); ++o) {
      y(r, o) = hides ? sum_of_products(values, column(o), inputs()) : dot(values, row.data(), o);
      if (rounding) y(r, o).widen(error_of_sum(*rounding, values, column(o), inputs()));
    }
  }
  return y;
}

}  // namespace etalon
