// MaxRoiPool.
#include <cmath>

#include "engine/operators/constant_options.h"

namespace etalon {
namespace {

// The regions, with corners that lie halfway between two pixels moved towards 0.
Tensor moved_ties(const Call& call) {
  const double scale = call.real("spatial_scale");
  Reals rois = call.tensor("rois").as<double>();  // [batch_id, x1, y1, x2, y2]
  const auto is_tie = [&](double x) {
    const double product = x * scale;
    return std::fma(x, scale, -product) == 0 &&
           std::fabs(product) - std::floor(std::fabs(product)) == 0.5;
  };
  for (size_t i = 0; i < rois.size(); ++i) {
    double& x = rois.data()[i];
    if (i % 5 != 0 && is_tie(x)) x *= 1 - 0x1p-40;
  }
  return Tensor::decided(DType::float64, rois);
}

void max_roi_pool(Opening& open) {
  const double least = -std::numeric_limits<double>::infinity();
  const auto ignored = [&] {
    return open.again({"X"}, [&](const Tensor& X) { return without_nan(X, least); });
  };
  open.Y = either_zero(nan_or_number(open.Y, "nan", ignored), "negative_zero");
  open.Y = either_of(open.Y, "ties", "away", "towards_zero", [&] {
    return open.again({{"rois", moved_ties(open.call)}});
  });
  const auto of_none = [&] { return Bools(open.output(1).as<int64_t>() < int64_t{0}); };
  open.Y = choice(open.Y, "padding_window", of_none, "zero", extremes_of_none(open.Y.dtype()));
}

const Open op("MaxRoiPool", max_roi_pool);

}  // namespace
}  // namespace etalon
