// Resize with length_resized = length_original * scale, before rounding.
#include "ops/ai.onnx/image/resize.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

Values length_resized(const Call& call) {
  Resizing resizing = resizing_of(call);
  for (Axis& axis : resizing.axes) axis.length_resized = axis.output_width;
  return {resized(call.tensor("X"), resizing)};
}

const Released op("Resize", {"resize-length-resized"}, length_resized);

}  // namespace
}  // namespace etalon
