// Cast: output = input's elements converted to type `to`.
//   float → float      rounded once to nearest-even; beyond the range ±∞, but see 19 and 23
//   integer → float    rounded once to nearest-even
//   float → integer    without its fraction; to 4- and 2-bit integers rounded to nearest-even
//   integer → integer  modulo 2^bits
//   any → bool         != 0
//   to string          “plain”: without exponent. All digits of a whole number, of others the
//   fewest
//                      that read back; INF, -INF, NaN; bool as 1 and 0
//   from string        decimal literals, INF, NaN, then converted
//   1         `to` is a type's name
//   6         `to` is its number
//   9         strings
//   13        bfloat16
//   19        float8; saturate = 0: out of range becomes infinity or NaN, not the greatest value
//   21, 23    21: 4-bit integers; 23: float4
//   24        float8e8m0, rounded by round_mode. Where the text leaves floats out of an integer's
//             range open, the official cases saturate before this version and wrap from it on
//   25, 28    25: 2-bit integers; 28: float6
#include "ops/ai.onnx/tensor/converted.h"

namespace etalon {
namespace {

Values cast(const Call& call) {
  const DType to = target_type(call);
  return {converted(call.tensor("input"), to, cast_options(call))};
}

const Operator op("Cast", cast, {1, 6, 9, 13, 19, 21, 23, 24, 25, 28});

}  // namespace
}  // namespace etalon
