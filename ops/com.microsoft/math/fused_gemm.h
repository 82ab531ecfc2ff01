// FusedGemm's operands.
#pragma once

#include "ops/ai.onnx/math/gemm.h"
#include "ops/com.microsoft/nn/fused_activation.h"

namespace etalon {

// The operands of Gemm. Throws Unspecified for integers, of which no text says what an activation
// is.
inline Gemm gemm_of_floats(const Call& call) {
  const DType type = call.tensor("A").dtype();
  if (is_float(type)) return Gemm(call);
  throw Unspecified("the text does not say what an activation of {} means", name(type));
}

}  // namespace etalon
