// Erf: output = erf(input) = 2/√π ∫₀^input exp(-t²) dt, elementwise.
//   9         floats and integers
//   13        floats alone; bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Tensor erf(const Tensor& input) {
  return each(input, []<class R>(R x) { return std::erf(x); });
}

// Of the integers only 0 has an integer error function.
Values erf_9(const Call& call) {
  const Tensor& input = call.tensor("input");
  for (const double value : input.as<double>()) {
    if (is_integer(input.dtype()) && value != 0) {
      throw Unspecified("erf({}) is no integer, and how a tensor({}) is to hold it is not said",
                        value, name(input.dtype()));
    }
  }
  return {is_integer(input.dtype()) ? input : erf(input)};
}

Values erf_13(const Call& call) { return {erf(call.tensor("input"))}; }

const Operator op("Erf", {{erf_9, {9}}, {erf_13, {13}}});

}  // namespace
}  // namespace etalon
