// CastLike: output = input cast to the type of target_type.
//   15        as Cast-13
//   19        saturate
//   21, 23    more types
//   24, 25    24: round_mode, and wraps as Cast-24 does; 25: more types
#include "engine/numerics/cast.h"
#include "ops/ai.onnx/tensor/tensor.h"

namespace etalon {
namespace {

Values cast_like(const Call& call) {
  CastOptions options{.wrap = call.since_version() >= 24,
                      .truncate_bfloat16 = call.as_released("cast-bfloat16-truncates")};
  if (call.since_version() >= 19) options.saturate = call.flag("saturate");
  if (call.since_version() >= 24) options.round = e8m0_rounding(call.text("round_mode"));
  const Tensor& input = call.tensor("input");
  return {cast_with_marks(input, call.tensor("target_type").dtype(), options)};
}

const Operator op("CastLike", cast_like, {15, 19, 21, 23, 24, 25});

}  // namespace
}  // namespace etalon
