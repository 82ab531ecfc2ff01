// Cast and CastLike before float32 was rounded to bfloat16: its lower bits were dropped.
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/tensor/converted.h"

namespace etalon {
namespace {

Values cast(const Call& call) {
  const DType to = target_type(call);
  CastOptions options = cast_options(call);
  options.truncate_bfloat16 = call.since_version() < 24;
  return {converted(call.tensor("input"), to, options)};
}

Values cast_like(const Call& call) {
  CastOptions options = cast_options(call);
  options.truncate_bfloat16 = true;
  return {converted(call.tensor("input"), call.tensor("target_type").dtype(), options)};
}

const Released op[] = {{"Cast", {"cast-bfloat16-truncates"}, cast},
                       {"CastLike", {"cast-bfloat16-truncates"}, cast_like}};

}  // namespace
}  // namespace etalon
