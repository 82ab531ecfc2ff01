// Upsample: entry i of each axis of Y is X's element before i / scale (nearest), or the average of
// those before and after (linear); output_dimension = floor(input_dimension * scale).
//   1         height_scale and width_scale of [N, C, H, W]; mode bilinear
//   7         scales as attribute; mode linear, along all axes
//   9, 10     scales as input; 10 is deprecated in favour of Resize
#include "engine/operators/choice.h"
#include "ops/ai.onnx/image/resampling.h"

namespace etalon {
namespace {

Tensor upsample(const Tensor& X, const std::vector<double>& scales, Interpolation mode) {
  if (scales.size() != X.rank()) {
    throw InvalidInput("there are {} scales for {} axes", scales.size(), X.rank());
  }
  std::vector<Extent> axes;
  for (size_t axis = 0; axis < X.rank(); ++axis) {
    if (!(scales[axis] >= 1)) throw InvalidInput("the scale {} is less than 1", scales[axis]);
    axes.push_back({X.dim(axis)});
    axes.back().scale_by(scales[axis]);
  }
  const Tensor Y = resized(X, axes, {.mode = mode});
  if (mode != Interpolation::nearest) return Y;
  return either_of(Y, "ties", "floor", "nearest", [&] {
    return resized(X, axes, {.mode = mode, .nearest_mode = NearestMode::round_prefer_ceil});
  });
}

Interpolation mode_of(const Call& call, std::string_view linear) {
  return call.choice<Interpolation>(
      "mode", {{"nearest", Interpolation::nearest}, {linear, Interpolation::linear}});
}

Values upsample_1(const Call& call) {
  const Tensor& X = call.tensor("X");
  require_rank("X", X, 4);
  const std::vector<double> scales{1, 1, call.real("height_scale"), call.real("width_scale")};
  return {upsample(X, scales, mode_of(call, "bilinear"))};
}

Values upsample_7(const Call& call) {
  return {upsample(call.tensor("X"), call.reals("scales"), mode_of(call, "linear"))};
}

Values upsample_9(const Call& call) {
  const Reals scales = call.tensor("scales").as<double>();
  return {upsample(call.tensor("X"), {scales.begin(), scales.end()}, mode_of(call, "linear"))};
}

const Operator op("Upsample", {{upsample_1, {1}}, {upsample_7, {7}}, {upsample_9, {9, 10}}});

}  // namespace
}  // namespace etalon
