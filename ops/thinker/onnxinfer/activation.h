// What iqSigmoid and iqTanh share.
#pragma once

#include "engine/numerics/numerics.h"
#include "engine/operators/delegate.h"
#include "ops/thinker/tables.h"
#include "ops/thinker/thinker.h"

namespace etalon::thinker {

// Of int8: ONNX's operator `name` of version 13, whose input is `input`, on X / scale_x in float32,
// rounded to int8 at scale_y or scale_o. Of int16, numbers of Q11: `table` of each, int8 with the
// scale 128.
inline Values activation(const Call& call, std::string_view name, std::string_view input,
                         int64_t (*table)(int64_t)) {
  const Tensor& X = call.tensor("X");
  if (X.dtype() == DType::int16) {
    return {Tensor::of(DType::int8, by_element(X.as<int64_t>(), table))};
  }
  const std::string_view scale_y = required_spelling(call, "scale_y", "scale_o");
  const Tensor real = dequantized(X.as<double>(), scale_attribute(call, "scale_x"));
  const Values Y = delegate(call, name, 13, {{input, real}});
  return {rescaled(Y.at(0).tensor().as<double>(), scale_attribute(call, scale_y), 1)};
}

}  // namespace etalon::thinker
