// CastLike: output = input cast to the type of target_type.
//   15        as Cast-13
//   19        saturate
//   21, 23    more types
//   24, 25    24: round_mode, and wraps as Cast-24 does; 25: more types
#include "ops/ai.onnx/tensor/converted.h"

namespace etalon {
namespace {

Values cast_like(const Call& call) {
  const DType to = call.tensor("target_type").dtype();
  return {converted(call.tensor("input"), to, cast_options(call))};
}

const Operator op("CastLike", cast_like, {15, 19, 21, 23, 24, 25});

}  // namespace
}  // namespace etalon
