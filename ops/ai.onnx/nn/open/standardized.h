// What is open of values that are standardized: (x − mean) / √(variance + epsilon).
#pragma once

#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "engine/operators/delegate.h"

namespace etalon {

// The greatest step for each element of x: Σ x², from which function bodies subtract the square of
// the mean, or Σ |x|.
inline Reals largest_steps(const Reals& x, const std::vector<size_t>& axes) {
  const Reals squares = sum_over(Reals(x * x), axes);
  const Reals sums = sum_over(Reals(xt::abs(x)), axes);
  return broadcast_array(Reals(xt::maximum(squares, sums)), x.shape());
}

// Y, standardized over the axes with steps of the type `stash`: overflow.
inline Tensor open_steps(const Tensor& Y, const Tensor& x, const std::vector<size_t>& axes,
                         DType stash) {
  return divisor_or_exact(Y, "overflow",
                          [&] { return beyond(stash, largest_steps(x.as<double>(), axes)); });
}

// Scales and biases of Y's shape.
struct Affine {
  Reals scale, bias;
};

// Those of sets whose elements are all the same, and finite: D/√(Σ D²/n) is 0/0, or where the mean
// is rounded, between −√n and √n; or, where D² is 0 of a D that is not, infinite.
inline Tensor open_constant_sets(const Tensor& Y, const Tensor& x, const std::vector<size_t>& axes,
                                 const std::function<Affine()>& affine) {
  const Reals values = x.as<double>();
  const auto constant = [&] {
    const Reals range = max_over(values, axes) - min_over(values, axes);
    return broadcast_array(Bools(xt::equal(range, 0.0)), Y.shape());
  };
  return between(Y, "zero_divisor", constant, [&] {
    double n = 1;
    for (const size_t axis : axes) n *= double(Y.dim(axis));
    const auto [scale, bias] = affine();
    const Reals reach = std::sqrt(n) * xt::abs(scale);
    Ends ends{Tensor::decided(Y.dtype(), Reals(bias - reach)),
              Tensor::decided(Y.dtype(), Reals(bias + reach))};
    for (const double other : {std::nan(""), infinity, -infinity}) {
      ends.others.push_back(scalar(Y.dtype(), other));
    }
    return ends;
  });
}

// Both, of Y whose scale and bias are not known here: constant sets may be anything.
inline Tensor open_standardized(const Tensor& Y, const Tensor& x, const std::vector<size_t>& axes,
                                double epsilon, DType stash) {
  return no_result(open_steps(Y, x, axes, stash), "zero_divisor",
                   [&] { return Bools(nans(Y) && full(Y.shape(), epsilon == 0)); });
}

// Both, for a call whose first inputs have these names: with an X of zeros and another epsilon, its
// Y is its bias, and is |scale| where that is the bias.
struct StandardizedNames {
  std::string_view X, scale, bias;
};
inline Tensor open_standardized(const Opening& open, const Tensor& Y, const Tensor& x,
                                const std::vector<size_t>& axes, double epsilon, DType stash,
                                const StandardizedNames& names) {
  const Tensor steps = open_steps(Y, x, axes, stash);
  if (epsilon != 0) return steps;
  const Call& call = open.call;
  const Schema& schema = call.schema();
  Attributes attributes = shared_attributes(call, schema.name, schema.since_version);
  attributes.insert_or_assign("epsilon", attribute_of("epsilon", 1.0));
  const auto biased = [&](const Value& bias) {
    NamedValues inputs;
    for (const FormalParameter& input : schema.inputs) {
      inputs.emplace_back(input.name, input.name == names.bias ? bias : call.value(input.name));
    }
    const Tensor& X = call.tensor(names.X);
    inputs.front().second = Tensor::zeros(X.dtype(), X.shape());
    const Values outputs = step_of(call, schema.name, schema.since_version, inputs, attributes);
    return outputs[0].tensor().reshaped(Y.shape()).as<double>();
  };
  return open_constant_sets(steps, x, axes, [&] {
    return Affine{biased(magnitudes(call.tensor(names.scale))), biased(call.value(names.bias))};
  });
}

}  // namespace etalon
