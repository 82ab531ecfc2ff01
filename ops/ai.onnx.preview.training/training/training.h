// What the optimisers share: the order of their variadic inputs and outputs; and Momentum's mode.
#pragma once

#include <algorithm>
#include <array>
#include <tuple>

#include "engine/numerics/carriers.h"
#include "engine/numerics/numerics.h"

namespace etalon {

// Attribute mode of Momentum. Throws InvalidInput for any other text.
inline bool is_nesterov(const Call& call) {
  return call.choice<bool>("mode", {{"standard", false}, {"nesterov", true}});
}

// An integer as a ball that contains it.
template <class Real>
Real whole(int64_t value) {
  return Real(static_cast<double>(value >> 32) * 0x1p32) + static_cast<double>(value & 0xffff'ffff);
}

// The `kinds` inputs of optimised tensor i, as vectors. Throws InvalidInput where their shapes
// differ.
template <size_t kinds>
std::array<Tensor, kinds> inputs_of(const std::vector<Tensor>& inputs, size_t i) {
  const size_t n = inputs.size() / kinds;
  std::array<Tensor, kinds> old;
  for (size_t kind = 0; kind < kinds; ++kind) {
    const Tensor& input = inputs[kind * n + i];
    if (input.shape() != inputs[i].shape()) {
      throw InvalidInput("the shapes {} and {} of one tensor's inputs differ",
                         to_string(inputs[i].shape()), to_string(input.shape()));
    }
    old[kind] = input.reshaped({input.size()});
  }
  return old;
}

// The new values of elements [first, end), each rounded once.
template <size_t kinds, class Update>
std::array<Tensor, kinds - 1> updated(const std::array<Tensor, kinds>& old, size_t first,
                                      size_t end, Update update) {
  const DType type = old[0].dtype();
  return over_reals(type, [&]<class Real>() {
    const auto formula = update.template operator()<Real>();
    std::array<Array<Real>, kinds> elements;
    for (size_t kind = 0; kind < kinds; ++kind) {
      elements[kind] = elements_of<Real>(slice(old[kind], 0, first, end));
    }
    for (size_t at = 0; at < end - first; ++at) {
      const auto results = std::apply(
          [&](const auto&... element) { return formula(element.data()[at]...); }, elements);
      for (size_t kind = 0; kind + 1 < kinds; ++kind) elements[kind].data()[at] = results[kind];
    }
    std::array<Tensor, kinds - 1> parts;
    for (size_t kind = 0; kind + 1 < kinds; ++kind) parts[kind] = rounded(type, elements[kind]);
    return parts;
  });
}

// Inputs R and T. Each throws InvalidInput for a tensor that is not a scalar.
inline double learning_rate(const Call& call) {
  require_rank("R", call.tensor("R"), 0);
  return call.tensor("R").item<double>();
}
inline int64_t update_count(const Call& call) {
  require_rank("T", call.tensor("T"), 0);
  return call.tensor("T").item<int64_t>();
}

// `inputs` holds the values of all optimised tensors, then all gradients, then each kind of
// accumulator: `kinds` groups. `outputs` has the new values, then each kind of accumulator.
// update.operator()<Real>() gives the formula of an element over the number type Real: from X, G, …
// it makes {X_new, …}.
template <size_t kinds, class Update>
Values optimized(const Call& call, Update update) {
  constexpr size_t elements_at_once = 1024;
  const std::vector<Tensor> inputs = call.variadic("inputs");
  if (inputs.size() % kinds != 0) {
    throw InvalidInput("{} inputs are not {} for each optimised tensor", inputs.size(), kinds);
  }
  const size_t n = inputs.size() / kinds;
  Values outputs(n * (kinds - 1));
  for (size_t i = 0; i < n; ++i) {
    const std::array<Tensor, kinds> old = inputs_of<kinds>(inputs, i);
    const size_t size = old[0].size();
    std::array<std::vector<Tensor>, kinds - 1> parts;
    for (size_t first = 0; first == 0 || first < size; first += elements_at_once) {
      const auto part = updated(old, first, std::min(size, first + elements_at_once), update);
      for (size_t kind = 0; kind + 1 < kinds; ++kind) parts[kind].push_back(part[kind]);
    }
    for (size_t kind = 0; kind + 1 < kinds; ++kind) {
      outputs[kind * n + i] = concat(parts[kind], 0).reshaped(inputs[i].shape());
    }
  }
  return outputs;
}

}  // namespace etalon
