// Conversion of a tensor's elements to another type, as Cast defines it.
#pragma once

#include "engine/values/narrow_float.h"
#include "engine/values/tensor.h"

namespace etalon {

struct CastOptions {
  // To float8: a value beyond the greatest finite value becomes that value; if false, infinity or
  // NaN.
  bool saturate = true;
  // To float8e8m0.
  Float8E8M0::Round round = Float8E8M0::Round::up;
  // ONNX leaves these results open, and its test data differ before and since Cast-24. True (since
  // 24): a float beyond an integer type's range wraps modulo 2^bits, and NaN becomes float4's -0.
  // False (before): the float becomes the nearest end of the range, and NaN becomes float4's
  // greatest value, 6.
  bool wrap = true;
  // float32 to bfloat16 drops the lower bits instead of rounding, as released models did.
  bool truncate_bfloat16 = false;
};

// "up", "down" or "nearest". Throws InvalidInput for any other text.
Float8E8M0::Round e8m0_rounding(std::string_view round_mode);

// Each element of `input` converted to type `to`. Complex types are not supported.
//   float → float      to nearest-even, once
//   float → integer    towards zero; to 4- and 2-bit integers to nearest-even. NaN gives 0, and
//                      so does infinity if finite values wrap
//   integer → float    to nearest-even, once
//   integer → integer  modulo 2^bits
//   any → bool         != 0, so NaN is true
//   float → string     the fewest digits that read back to the same value of its type, without an
//                      exponent; INF, -INF and NaN
//   integer → string   decimal; bool as 1 and 0
//   string → any       decimal literals, with or without exponent; INF, +INF, -INF and NaN in any
//                      case; then converted as from integer or float. Throws Unspecified for
//                      other text.
Tensor cast(const Tensor& input, DType to, const CastOptions& options = {});

}  // namespace etalon
