// Bounds for elementwise operators and for those that select the greatest or least element.
#include <cmath>

#include "conformance/check/bound_rules.h"
#include "engine/numerics/numerics.h"

namespace etalon {

namespace {

// The error that an implementation of a function may have. `ulps` is the limit in ULPs: 0 for
// functions without rounding, 1/2 for correctly rounded ones. Other limits are those of OpenCL for
// single precision (The OpenCL C Specification 3.0, "Relative Error as ULPs"). An ULP is at most 2u
// of the value.
Reals function_error(const RoundedNode& node, const Reals& magnitude, double ulps) {
  if (ulps == 0) return full(magnitude.shape(), 0.0);
  return 2 * ulps * node.unit() * magnitude + node.underflow();
}

// The greater of |f(x + e) − y| and |f(x − e) − y| with y = f(x), for functions that rise or fall
// with all their inputs. Sets `magnitude` to the greater of |f(x + e)| and |f(x − e)|.
Reals reach(const RoundedNode& node, const Reals& y, Reals& magnitude) {
  Rerun up, down;
  up.wide = down.wide = true;
  for (const size_t i : node.data()) {
    up.inputs[i] = node.value(i) + node.error(i);
    down.inputs[i] = node.value(i) - node.error(i);
  }
  const Reals high = node.rerun_first(up);
  const Reals low = node.rerun_first(down);
  magnitude = xt::maximum(xt::abs(high), xt::abs(low));
  Reals off = empty_array<double>(y.shape());
  for (size_t i = 0; i < y.size(); ++i) {
    const double above = std::abs(high.data()[i] - y.data()[i]);
    const double below = std::abs(y.data()[i] - low.data()[i]);
    off.data()[i] = maximum(above, below);  // NaN if either is
  }
  return off;
}

BoundRule monotone(double ulps) {
  return [ulps](const RoundedNode& node) -> std::vector<Bound> {
    const Reals y = node.output().as<double>();
    Reals magnitude = xt::abs(y);
    const DType type = node.output().dtype();
    if (node.all_exact()) {
      if (ulps == 0) return {Bound()};
      return {node.known(function_error(node, magnitude, ulps))};
    }
    const Reals off = reach(node, y, magnitude);
    if (ulps == 0) return {bound_of(type, off)};
    return {node.known(off + function_error(node, magnitude, ulps))};
  };
}

// |f(x) − f(x')| ≤ |x − x'|, and |f| ≤ 1.
std::vector<Bound> sine_like(const RoundedNode& node) {
  return {node.known(node.error(0) + function_error(node, full(node.output().shape(), 1.0), 4))};
}

// |(a + ea) / (b + eb) − a/b| ≤ (|ea| + |a/b|·|eb|) / (|b| − |eb|).
std::vector<Bound> quotient(const RoundedNode& node) {
  const double u = node.unit();
  const Reals y = xt::abs(node.output().as<double>());
  Reals bound = u * y;
  if (node.all_exact()) return {node.known(bound)};
  Rerun changes;
  changes.wide = true;
  const Reals divisor = xt::abs(node.value(1)) - node.error(1);
  const Reals least = xt::maximum(divisor, 0.0);
  changes.inputs[0] = node.error(0);
  changes.inputs[1] = least;
  Reals off = node.rerun_first(changes);
  if (!node.exact(1)) {
    changes.inputs[0] = full(node.tensor(0).shape(), 1.0);
    changes.inputs[1] = least / node.error(1);
    off += y * node.rerun_first(changes);
  }
  return {node.known(bound + (1 + u) * off)};
}

// |1/x' − 1/x| ≤ e / (|x|·(|x| − e)).
std::vector<Bound> reciprocal(const RoundedNode& node) {
  const Reals x = xt::abs(node.value(0));
  const Reals e = node.error(0);
  const Reals y = xt::abs(node.output().as<double>());
  Reals bound = empty_array<double>(x.shape());
  for (size_t i = 0; i < x.size(); ++i) {
    const double least = std::max(x.data()[i] - e.data()[i], 0.0);
    const double off = e.data()[i] == 0 ? 0 : y.data()[i] * e.data()[i] / least;
    bound.data()[i] = off + node.unit() * (y.data()[i] + off);
  }
  return {node.known(bound)};
}

// With an inexact base, the exponent must be exact and at least 1: then the powers at both ends of
// the base's range bound the error.
std::vector<Bound> power(const RoundedNode& node) {
  if (node.all_exact()) return monotone(16)(node);
  if (!node.exact(1)) throw NoBound{"its exponent is not exact"};
  for (const double exponent : node.tensor(1).as<double>()) {
    if (exponent < 1) throw NoBound{"an exponent is below 1"};
  }
  return monotone(16)(node);
}

std::vector<Bound> prelu_bounds(const RoundedNode& node) {
  if (!node.exact(1)) throw NoBound{"its slope is not exact"};
  return monotone(0.5)(node);
}

// A conversion to a less precise type rounds; that of an exact value rounds as Etalon does.
std::vector<Bound> cast_bounds(const RoundedNode& node) {
  if (node.all_exact()) return {Bound()};
  if (!is_float(node.output().dtype())) throw NoBound{"its input is not exact"};
  const Reals y = xt::abs(node.output().as<double>());
  const Reals e = node.error(0);
  return {node.known(e + node.unit() * (y + e))};
}

}  // namespace

BoundRules elementwise_bound_rules() {
  BoundRules rules = {{"Cast", cast_bounds},      {"CastLike", cast_bounds}, {"Cos", sine_like},
                      {"Div", quotient},          {"PRelu", prelu_bounds},   {"Pow", power},
                      {"Reciprocal", reciprocal}, {"Sin", sine_like}};
  for (const char* name :
       {"Abs", "Ceil", "Clip", "Floor", "GlobalMaxPool", "Max", "MaxPool", "Min", "Neg",
        "ReduceMax", "ReduceMin", "Relu", "Round", "Sign", "ThresholdedRelu"}) {
    rules[name] = monotone(0);
  }
  const std::pair<const char*, double> functions[] = {
      {"Acos", 4},        {"Acosh", 4},  {"Asin", 4}, {"Asinh", 4},  {"Atan", 5},
      {"Atanh", 5},       {"Erf", 16},   {"Exp", 3},  {"Log", 3},    {"Sinh", 4},
      {"LeakyRelu", 0.5}, {"Sqrt", 0.5}, {"Tanh", 5}, {"Sigmoid", 7}};  // Sigmoid: an Exp, a sum
                                                                        // and a quotient
  for (const auto& [name, ulps] : functions) rules[name] = monotone(ulps);
  return rules;
}

}  // namespace etalon
