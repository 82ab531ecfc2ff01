// Upsample: entry i of each axis of Y is X's element before i / scale (nearest), or the average of
// those before and after (linear); output_dimension = floor(input_dimension * scale). It is Resize
// with scales of at least 1.
//   1         height_scale and width_scale of [N, C, H, W]; mode bilinear
//   7         scales as attribute; mode linear, along all axes
//   9, 10     scales as input; 10 is deprecated in favour of Resize
#include "ops/ai.onnx/image/upsample.h"

namespace etalon {
namespace {

Values upsample(const Call& call) {
  const Tensor& X = call.tensor("X");
  const std::vector<double> scales = scales_of(call);
  const std::string mode = mode_of(call);
  if (scales.size() != X.rank()) {
    throw InvalidInput("there are {} scales for {} axes", scales.size(), X.rank());
  }
  for (const double scale : scales) {
    if (!(scale >= 1)) throw InvalidInput("the scale {} is less than 1", scale);
  }
  return step_of(call, "Resize", 10, {{"X", X}, {"scales", vector_of_scales(call)}},
                 attributes_of({attribute_of("mode", mode)}));
}

const Operator op("Upsample", upsample, {1, 7, 9, 10});

}  // namespace
}  // namespace etalon
