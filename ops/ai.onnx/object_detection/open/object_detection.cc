// MaxRoiPool and RoiAlign.
#include "ops/ai.onnx/object_detection/roi_align.h"
#include "ops/ai.onnx/weightless.h"

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
  open.Y = no_result(open.Y, "padding_window",
                     [&] { return Bools(open.output(1).as<int64_t>() < int64_t{0}); });
}

// Regions that reach out of the image, and those without size, which have no samples.
void roi_align(Opening& open) {
  const RoiSampling sampling = roi_sampling_of(open.call);
  const Tensor& X = open.call.tensor("X");
  const Reals rois = open.call.tensor("rois").as<double>();
  const auto of_region = [&](auto test) {
    Bools found = empty_array<bool>({rois.shape()[0], 1, 1, 1});
    for (size_t roi = 0; roi < found.size(); ++roi) {
      const auto at = [&](size_t i) {
        return rois(roi, i) * sampling.spatial_scale - sampling.shift();
      };
      found.data()[roi] =
          test(at(0), at(2), double(X.dim(3))) || test(at(1), at(3), double(X.dim(2)));
    }
    return broadcast_array(found, open.Y.shape());
  };
  open.Y = read_or_not(open.Y, "zero_weight", X, [&] {
    const Reals further = rois + 0x1p-24;
    return open.again({{"rois", Tensor::decided(DType::float64, further)}});
  });
  // Weights are not negative: without −0 and negative numbers there is no −0 to add.
  const auto can_be_negative = [&] {
    const Reals x = X.as<double>();
    return full(open.Y.shape(),
                std::any_of(x.begin(), x.end(), [](double each) { return std::signbit(each); }));
  };
  open.Y = either_zero(open.Y, "negative_zero", can_be_negative);
  open.Y = no_result(open.Y, "padding_window", [&] {
    return of_region([](double first, double last, double size) {
      return std::min(first, last) < 0 || std::max(first, last) > size - 1;
    });
  });
  open.Y = no_result(open.Y, "zero_divisor", [&] {
    return of_region([&](double first, double last, double) {
      return sampling.half_pixel && sampling.sampling_ratio == 0 && last <= first;
    });
  });
}

const Open op[] = {{"MaxRoiPool", max_roi_pool}, {"RoiAlign", roi_align}};

}  // namespace
}  // namespace etalon
