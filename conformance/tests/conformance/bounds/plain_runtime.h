// What a runtime that computes in plain float32 gives of a model, and the verdict on it.
#pragma once

#include <string>
#include <vector>

#include "conformance/bounds/spread.h"
#include "conformance/generate/draw.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/judged.h"

namespace etalon::plain_runtime {

using Floats = std::vector<float>;

inline Tensor tensor_of(const Floats& values, const Shape& shape) {
  return test::floats(std::vector<double>(values.begin(), values.end())).reshaped(shape);
}

inline Floats drawn(size_t count, uint64_t seed, double mean = 0) {
  Draw draw(seed);
  Floats values(count);
  for (float& value : values) {
    double sum = mean;
    for (int i = 0; i < 4; ++i) sum += draw.real(-1, 1);
    value = static_cast<float>(sum);
  }
  return values;
}

inline Options declaring(const std::string& names) {
  Options options;
  if (!names.empty()) options.arithmetic = arithmetic_named({names});
  return options;
}

// The verdict on the only output of a runtime that declares this.
inline Verdict verdict_on(const test::SmallModel& small, const Bindings& inputs, const Tensor& got,
                          const std::string& declared = "") {
  const BoundModel model = small.model();
  const Options options = declaring(declared);
  const BoundedOutputs expected = evaluate_with_bounds(model, inputs, options);
  return rounding_verdict({got}, expected, spreads_of(model, inputs, expected.outputs, options));
}

}  // namespace etalon::plain_runtime
