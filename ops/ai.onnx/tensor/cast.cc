// Cast: output = input's elements converted to type `to`; engine/numerics/cast.h says how.
//   1         `to` is a type's name
//   6         `to` is its number
//   9         strings
//   13        bfloat16
//   19        float8; saturate = 0: out of range becomes infinity or NaN, not the greatest value
//   21, 23    4-bit integers; float4
//   24        float8e8m0, rounded by round_mode. Where the text leaves floats out of an integer's
//             range open, the official cases saturate before this version and wrap from it on
//   25, 28    2-bit integers; float6
#include "engine/numerics/cast.h"

#include "ops/ai.onnx/tensor/tensor.h"

namespace etalon {
namespace {

// A type's name in capitals, such as "FLOAT".
DType type_named_in_capitals(std::string name) {
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return dtype_named(name);
}

Values cast_1(const Call& call) {
  const DType named = type_named_in_capitals(call.text("to"));
  const DType to = target_type(call, static_cast<int64_t>(named));
  const Tensor& input = call.tensor("input");
  return {cast_with_marks(input, to, {.wrap = false}, "_early")};
}

bool truncates_bfloat16(const Call& call) { return call.as_released("cast-bfloat16-truncates"); }

Values cast_6(const Call& call) {
  const DType to = target_type(call, call.integer("to"));
  const Tensor& input = call.tensor("input");
  const CastOptions options{.wrap = false, .truncate_bfloat16 = truncates_bfloat16(call)};
  return {cast_with_marks(input, to, options, call.since_version() < 13 ? "_early" : "")};
}

Values cast_19(const Call& call) {
  const DType to = target_type(call, call.integer("to"));
  const Tensor& input = call.tensor("input");
  const CastOptions options{.saturate = call.flag("saturate"),
                            .wrap = false,
                            .truncate_bfloat16 = truncates_bfloat16(call)};
  return {cast_with_marks(input, to, options)};
}

Values cast_24(const Call& call) {
  const DType to = target_type(call, call.integer("to"));
  const CastOptions options{.saturate = call.flag("saturate"),
                            .round = e8m0_rounding(call.text("round_mode"))};
  const Tensor& input = call.tensor("input");
  return {cast_with_marks(input, to, options)};
}

const Operator op("Cast", {{cast_1, {1}},
                           {cast_6, {6, 9, 13}},
                           {cast_19, {19, 21, 23}},
                           {cast_24, {24, 25, 28}}});

}  // namespace
}  // namespace etalon
