// Bounds for Softmax, LogSoftmax, LRN, and BatchNormalization for inference.
#include <cmath>

#include "conformance/check/bound_rules.h"
#include "engine/numerics/numerics.h"

namespace etalon {

namespace {

// One set of elements that Softmax normalizes: `count` elements at start, start + step, ….
struct SoftmaxRow {
  size_t start, step, count;
};

// Before version 13 all axes from `axis` on are flattened into one.
std::vector<SoftmaxRow> softmax_rows(const RoundedNode& node) {
  const Tensor& x = node.tensor(0);
  const bool flattens = node.call().since_version() < 13;
  const int64_t written = node.call().integer("axis");
  const bool past = flattens && written == static_cast<int64_t>(x.rank());
  const size_t axis = past ? x.rank() : axis_index(written, x.rank());
  const Split split = split_at(x.shape(), axis);
  const size_t count = flattens ? split.after : x.dim(axis);
  const size_t step = flattens ? 1 : split.after / std::max<size_t>(count, 1);
  std::vector<SoftmaxRow> rows;
  for (size_t before = 0; before < split.before; ++before) {
    for (size_t k = 0; k < step; ++k) rows.push_back({before * count * step + k, step, count});
  }
  return rows;
}

// The probabilities p of one row, and the error bound t of each exponent x − max: from the errors
// of x, the rounding of the difference, and the rounding of exp (3 ULPs).
struct RowErrors {
  std::vector<double> below, p, t;
  double log_sum = 0;  // of exp(x − max)
  double low = 0;      // Σ p·exp(−t)
  double high = 0;     // Σ p·exp(t)
};

RowErrors row_errors(const Reals& x, const Reals& e, const SoftmaxRow& row, double u) {
  RowErrors errors;
  double greatest = -std::numeric_limits<double>::infinity();
  double widest = 0;
  for (size_t j = 0; j < row.count; ++j) {
    greatest = std::max(greatest, x.data()[row.start + j * row.step]);
    widest = std::max(widest, e.data()[row.start + j * row.step]);
  }
  double sum = 0;
  for (size_t j = 0; j < row.count; ++j) {
    const double own = e.data()[row.start + j * row.step];
    errors.below.push_back(greatest - x.data()[row.start + j * row.step]);
    errors.t.push_back(own + u * (errors.below[j] + own + widest) + 7 * u);
    sum += std::exp(-errors.below[j]);
  }
  errors.log_sum = std::log(sum);
  for (size_t j = 0; j < row.count; ++j) {
    errors.p.push_back(std::exp(-errors.below[j]) / sum);
    errors.low += errors.p[j] * std::exp(-errors.t[j]);
    errors.high += errors.p[j] * std::exp(errors.t[j]);
  }
  return errors;
}

// The error of the quotient is at most 2.5 ULPs, and before rounding the quotient is at most 1.
std::vector<Bound> softmax_bounds(const RoundedNode& node) {
  const Reals x = node.value(0);
  const Reals e = node.error(0);
  Reals bound = empty_array<double>(x.shape());
  for (const SoftmaxRow& row : softmax_rows(node)) {
    const RowErrors errors = row_errors(x, e, row, node.unit());
    const double gamma = node.gamma(row.count + 5);
    for (size_t j = 0; j < row.count; ++j) {
      const double p = errors.p[j];
      const double most = p * std::exp(errors.t[j]) / errors.low * (1 + gamma);
      const double least = p * std::exp(-errors.t[j]) / errors.high * (1 - gamma);
      const double off = maximum(most - p, p - least);
      bound.data()[row.start + j * row.step] = minimum(off, 1 + gamma);
    }
  }
  return {node.known(bound)};
}

// x − max − log(Σ exp(x − max)).
std::vector<Bound> log_softmax_bounds(const RoundedNode& node) {
  const Reals x = node.value(0);
  const Reals e = node.error(0);
  const double u = node.unit();
  Reals bound = empty_array<double>(x.shape());
  for (const SoftmaxRow& row : softmax_rows(node)) {
    const RowErrors errors = row_errors(x, e, row, u);
    const double shift = maximum(std::log(errors.high), -std::log(errors.low));
    const double sum = shift + node.gamma(row.count) + 6 * u * std::abs(errors.log_sum);
    for (size_t j = 0; j < row.count; ++j) {
      const double own = errors.t[j] + sum;
      bound.data()[row.start + j * row.step] =
          own + 2 * u * (errors.below[j] + std::abs(errors.log_sum) + own);
    }
  }
  return {node.known(bound)};
}

bool trains(const RoundedNode& node) {
  const Call& call = node.call();
  if (call.since_version() >= 14) return call.flag("training_mode");
  if (call.since_version() >= 7) return call.output_count() > 1;
  return !call.flag("is_test");
}

// (X − mean)/√(var + ε)·scale + B, or X·k + (B − mean·k): at most eight roundings in either form.
std::vector<Bound> batch_normalization_bounds(const RoundedNode& node) {
  if (trains(node)) throw NoBound{"it computes its statistics"};
  for (size_t i = 1; i < 5; ++i) {
    if (!node.exact(i)) throw NoBound{"its parameters are not exact"};
  }
  const double gamma = node.gamma(8);
  Rerun changes;
  changes.inputs[0] = gamma * node.magnitude(0) + node.error(0);
  changes.inputs[1] = node.magnitude(1);
  changes.inputs[2] = gamma * node.magnitude(2);
  changes.inputs[3] = -gamma * node.magnitude(3);
  changes.inputs[4] = node.value(4);
  return {node.known(node.rerun_first(changes))};
}

// x / (bias + alpha/size·Σx²)^beta: the result is least for the least |x| and the greatest sum, and
// greatest for the greatest |x| and the least sum. The error of a power is at most 16 ULPs.
std::vector<Bound> lrn_bounds(const RoundedNode& node) {
  const Call& call = node.call();
  const double beta = call.real("beta");
  if (call.real("alpha") < 0 || beta < 0 || call.real("bias") <= 0) {
    throw NoBound{"a parameter is negative"};
  }
  const Reals hi = node.magnitude(0);
  const Reals closest = xt::abs(node.value(0)) - node.error(0);
  const Reals lo = xt::maximum(closest, 0.0);
  Rerun changes;
  changes.wide = true;
  changes.inputs[0] = hi;
  const Reals of_hi = node.rerun_first(changes);
  changes.inputs[0] = lo;
  const Reals of_lo = node.rerun_first(changes);
  const double rounding = node.gamma(static_cast<size_t>(call.integer("size")) + 4) * beta +
                          2 * 16 * node.unit() + node.gamma(2);
  const double steepest = std::pow(call.real("bias"), -beta);
  const Reals y = xt::abs(node.output().as<double>());
  Reals bound = empty_array<double>(y.shape());
  for (size_t i = 0; i < y.size(); ++i) {
    const double h = hi.data()[i];
    const double l = lo.data()[i];
    const double most = h * (l > 0 ? of_lo.data()[i] / l : steepest) * (1 + rounding);
    const double least = h > 0 ? l * (of_hi.data()[i] / h) * (1 - rounding) : 0;
    const double sides = maximum(most - y.data()[i], y.data()[i] - least);
    bound.data()[i] = l > 0 || h == 0 ? sides : most + y.data()[i];
  }
  return {node.known(bound)};
}

}  // namespace

BoundRules normalization_bound_rules() {
  return {{"BatchNormalization", batch_normalization_bounds},
          {"LRN", lrn_bounds},
          {"LogSoftmax", log_softmax_bounds},
          {"Softmax", softmax_bounds}};
}

}  // namespace etalon
