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

// The same layers in the exporter's form.
inline OneNode exported(std::string_view op_type) {
  return thinker(op_type)
      .set("scale_i", 1.0)
      .set("scale_iw", 2048.0)
      .set("scale_h", 128.0)
      .set("scale_hw", 1.0)
      .set("scale_o", 128.0)
      .set("o_bits", 8);
}
inline Values exported_inputs(const std::vector<double>& bias) {
  const size_t rows = bias.size();
  const Tensor zeros = i8({rows, 1}, std::vector<double>(rows, 0));
  return {i8({1, 1, 1}, {0}), zeros, zeros, i32({rows}, bias),
          i32({rows}, std::vector<double>(rows, 0))};
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
