// For tests of GRUInt and LSTMInt: one step, computed by hand. Longer sequences, states and both
// directions are tested by own cases.
#pragma once

#include <vector>

#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test {

inline Tensor one() { return f32({}, {1}); }

// One step of one unit with weights 0, and gates' biases in Q11 (products at scale 1 · 2048).
inline Values gru_inputs(const std::vector<double>& bias) {
  return {i8({1, 1, 1}, {0}),
          one(),
          i8({3, 1}, {0, 0, 0}),
          f32({}, {2048}),
          i8({3, 1}, {0, 0, 0}),
          one(),
          tensor(DType::int32, {3}, bias),
          Value(),
          Value(),
          Value(),
          Value(),
          f32({}, {128})};
}

inline Values lstm_inputs(const std::vector<double>& bias) {
  const Tensor zeros = i8({4, 1}, {0, 0, 0, 0});
  Values inputs{i8({1, 1, 1}, {0}),
                one(),
                zeros,
                f32({}, {2048}),
                zeros,
                one(),
                tensor(DType::int32, {4}, bias)};
  inputs.resize(17);
  inputs.emplace_back(f32({}, {128}));
  return inputs;
}

}  // namespace etalon::test
