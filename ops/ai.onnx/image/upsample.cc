// Upsample: entry i of each axis of Y is X's element before i / scale (nearest), or the average of
// those before and after (linear); output_dimension = floor(input_dimension * scale).
//   1         height_scale and width_scale of [N, C, H, W]; mode bilinear
//   7         scales as attribute; mode linear, along all axes
//   9, 10     scales as input; 10 is deprecated in favour of Resize
#include "ops/ai.onnx/image/resize.h"

namespace etalon {
namespace {

Tensor upsample(const Tensor& X, const std::vector<double>& scales, const std::string& mode,
                const std::string& linear) {
  if (mode != "nearest" && mode != linear) {
    throw InvalidInput("mode is '{}', neither nearest nor {}", mode, linear);
  }
  if (scales.size() != X.rank()) {
    throw InvalidInput("there are {} scales for {} axes", scales.size(), X.rank());
  }
  std::vector<Extent> axes;
  for (size_t axis = 0; axis < X.rank(); ++axis) {
    if (!(scales[axis] >= 1)) throw InvalidInput("the scale {} is less than 1", scales[axis]);
    axes.push_back(scaled(X.dim(axis), scales[axis]));
  }
  return resized(X, axes, {.mode = mode == "nearest" ? "nearest" : "linear"});
}

Values upsample_1(const Call& call) {
  const Tensor& X = call.tensor("X");
  if (X.rank() != 4) throw InvalidInput("X has rank {}, not 4", X.rank());
  const std::vector<double> scales{1, 1, call.real("height_scale"), call.real("width_scale")};
  return {upsample(X, scales, call.text("mode"), "bilinear")};
}

Values upsample_7(const Call& call) {
  return {upsample(call.tensor("X"), call.reals("scales"), call.text("mode"), "linear")};
}

Values upsample_9(const Call& call) {
  const Reals scales = call.tensor("scales").as<double>();
  return {upsample(call.tensor("X"), {scales.begin(), scales.end()}, call.text("mode"), "linear")};
}

const Operator op("Upsample", {{upsample_1, {1}}, {upsample_7, {7}}, {upsample_9, {9, 10}}});

}  // namespace
}  // namespace etalon
