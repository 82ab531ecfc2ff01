// Erf: output = erf(input) = 2/√π ∫₀^input exp(-t²) dt, elementwise.
//   9         floats and integers
//   13        floats alone; bfloat16
#include "engine/numerics.h"

namespace etalon::erf_operator {
namespace {

// Of the integers only 0 has an integer error function.
Values erf_9(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Reals x = input.as<double>();
  for (const double value : x) {
    if (is_integer(input.dtype()) && value != 0) {
      throw Unspecified("erf({}) is no integer, and how a tensor({}) is to hold it is not said",
                        value, name(input.dtype()));
    }
  }
  return {is_integer(input.dtype()) ? input : Tensor::of(input.dtype(), xt::erf(x))};
}

Values erf_13(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), xt::erf(input.as<double>()))};
}

const Operator op("Erf", {{9, erf_9}, {13, erf_13}});

}  // namespace
}  // namespace etalon::erf_operator
