// ResizeBilinearInt: Resize (ONNX's, version 13) of X / scale_x in float32, rounded to int8 at
// scale_y.
//   1   mode is linear unless given; all else is as in Resize
//       the attributes of the platform (thinker.h) change nothing
#include "engine/formula.h"
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Values resize_bilinear_int(const Call& call) {
  const Tensor X = dequantized(call.tensor("X").as<double>(), scale_attribute(call, "scale_x"));
  const Values Y = delegate(call, "Resize", 13,
                            {{"X", X},
                             {"roi", call.value("roi")},
                             {"scales", call.value("scales")},
                             {"sizes", call.value("sizes")}},
                            shared_attributes(call, "Resize", 13));
  return {rescaled(Y.at(0).tensor().as<double>(), scale_attribute(call, "scale_y"), 1)};
}

const Operator op("ResizeBilinearInt", resize_bilinear_int, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
