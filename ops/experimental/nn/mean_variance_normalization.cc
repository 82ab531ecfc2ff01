// MeanVarianceNormalization: output = (input − E[input]) / √E[(input − E[input])²], the means over
// each channel (axis 1) of the whole batch.
//   1         experimental: with across_channels the means are over all channels; without
//             normalize_variance there is no division. ONNX 1.3 replaces both by `axes`, over which
//             the means are then. From 9 on it stands among ONNX's own operators
#include "engine/formula.h"

namespace etalon {
namespace {

std::vector<size_t> axes_of(const Call& call, size_t rank) {
  if (call.has("axes")) return axis_indices(call.ints("axes"), rank);
  if (rank != 4) throw InvalidInput("the input has rank {}, not 4: [N, C, H, W]", rank);
  if (call.flag("across_channels")) return {0, 1, 2, 3};
  return {0, 2, 3};
}

Values mean_variance_normalization(const Call& call) {
  const Tensor& input = call.tensor("input");
  const std::vector<size_t> axes = axes_of(call, input.rank());
  const bool normalize_variance = call.flag("normalize_variance");
  return {by_sets(input, axes, [&]<class R>(const Array<R>& x) -> Array<R> {
    const Array<R> difference = x - mean_over(x);
    if (!normalize_variance) return difference;
    return difference / real::sqrt(mean_over(real::square(difference)));
  })};
}

const Operator op("MeanVarianceNormalization", mean_variance_normalization, {1});

}  // namespace
}  // namespace etalon
