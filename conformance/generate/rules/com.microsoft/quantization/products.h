// Products of 8-bit integers.
#pragma once

#include "conformance/generate/rules/ai.onnx/math/matrices.h"

namespace etalon::rules {

// The second operand's type is signed where the first one's is.
inline void narrow_second(Drafting& call, const char* first, const char* second) {
  if (call.dtype(first) == DType::int8) {
    call.narrow(second, [](DType type) { return type == DType::int8; });
  }
}

// One number, or one for each column of B.
inline Shape draw_columns(Draw& draw, const Shape& B) {
  return B.size() > 1 && draw.chance(0.4) ? Shape{B.back()} : Shape{};
}

// A bias for each column of B, where it has columns.
inline void offer_bias(Drafting& call, const Shape& B) {
  if (B.size() > 1 && call.draw().chance(0.4)) call.add({B.back()});
}

}  // namespace etalon::rules
