// Quotients that are NaN or infinite, which an integer stands for.
#pragma once

#include "engine/numerics/numerics.h"
#include "engine/operators/constant_options.h"

namespace etalon {

// What quantization to Y's type may make of such a quotient: 0, an end of the range, or the zero
// point alone, which broadcasts to Y; of a float type, also NaN.
inline std::vector<Option> values_of_no_integer(const Tensor& Y, const Reals& zero_point) {
  const DType type = Y.dtype();
  std::vector<Option> options = constants(type, {{"zero", 0}});
  const auto zero = [type, zero_point = broadcast_array(zero_point, Y.shape())] {
    if (is_float(type)) return Tensor::decided(type, zero_point);
    return Tensor::of(type, Ints(xt::cast<int64_t>(zero_point)));
  };
  options.push_back({"zero_point", zero});
  const std::vector<Option> ends =
      is_float(type)
          ? constants(type, {{"nan", std::nan("")}, {"least", -infinity}, {"greatest", infinity}})
          : constants(type, {{"least", double(lowest(type))}, {"greatest", double(highest(type))}});
  options.insert(options.end(), ends.begin(), ends.end());
  return options;
}

}  // namespace etalon
