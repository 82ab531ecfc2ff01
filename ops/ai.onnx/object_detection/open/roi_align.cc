// RoiAlign.
#include "ops/ai.onnx/object_detection/roi_align.h"
#include "engine/operators/constant_options.h"
#include "ops/ai.onnx/weightless.h"

namespace etalon {
namespace {

// How a region is sampled along one axis of `size` pixels, in `bins` bins.
struct RegionSide {
  double start, length, bins, size;
  int64_t count;  // samples in a bin

  RegionSide(const RoiSampling& sampling, double first, double last, size_t bins_, size_t size_)
      : start(first * sampling.spatial_scale - sampling.shift()),
        length(last * sampling.spatial_scale - sampling.shift() - start),
        bins(double(bins_)),
        size(double(size_)),
        count(sampling.sampling_ratio) {
    if (!sampling.half_pixel) length = std::max(length, 1.0);
    if (count == 0) count = std::max<int64_t>(int64_t(std::ceil(length / bins)), 0);
  }

  // The share of a bin's samples that lie within the pixels, or beyond them by roundings alone.
  double inside(size_t bin) const {
    constexpr double rounding = 1e-6;
    int64_t found = 0;
    for (int64_t i = 0; i < count; ++i) {
      const double place =
          start + (double(bin) + (double(i) + 0.5) / double(count)) * length / bins;
      found += place >= -rounding && place <= size - 1 + rounding ? 1 : 0;
    }
    return count == 0 ? 1 : double(found) / double(count);
  }
};

// For each bin of each region, of all channels: whether it has no samples, and the share of them
// that lie outside the image. [regions, 1, output_height, output_width]
struct Samples {
  Bools none;
  Reals outside;
};
Samples samples_of(const Opening& open) {
  const RoiSampling sampling = roi_sampling_of(open.call);
  const Tensor& X = open.call.tensor("X");
  const Reals rois = open.call.tensor("rois").as<double>();
  const Shape shape{open.Y.dim(0), 1, open.Y.dim(2), open.Y.dim(3)};
  Samples samples{full(shape, false), full(shape, 0.0)};
  for (size_t roi = 0; roi < shape[0]; ++roi) {
    const RegionSide y(sampling, rois(roi, 1), rois(roi, 3), shape[2], X.dim(2));
    const RegionSide x(sampling, rois(roi, 0), rois(roi, 2), shape[3], X.dim(3));
    for (size_t h = 0; h < shape[2]; ++h) {
      for (size_t w = 0; w < shape[3]; ++w) {
        samples.none(roi, 0, h, w) = y.count == 0 || x.count == 0;
        samples.outside(roi, 0, h, w) = 1 - y.inside(h) * x.inside(w);
      }
    }
  }
  return samples;
}

// What samples outside the image make of a bin: they may be any number between the pixels of their
// channel and 0, or be left out. [regions, channels, output_height, output_width]
Ends ends_outside(const Opening& open, const Reals& outside) {
  const Tensor& X = open.call.tensor("X");
  const Ints images = open.call.tensor("batch_indices").as<int64_t>();
  const Reals x = X.as<double>(), y = open.Y.as<double>();
  const Reals least = xt::minimum(min_over(x, {2, 3}), 0.0);
  const Reals greatest = xt::maximum(max_over(x, {2, 3}), 0.0);
  const bool max = roi_sampling_of(open.call).max;
  Reals low = y, high = y;
  each_index(open.Y.shape(), [&](const Shape& at) {
    const size_t image = size_t(images(at[0]));
    const double lo = least(image, at[1], 0, 0), hi = greatest(image, at[1], 0, 0);
    const double reach = max ? hi - lo : outside(at[0], 0, at[2], at[3]) * (hi - lo);
    low[at] = std::max(lo, y[at] - reach);
    high[at] = std::min(hi, y[at] + reach);
  });
  return {Tensor::decided(X.dtype(), low), Tensor::decided(X.dtype(), high)};
}

// Samples outside the image, and regions without size, which have no samples.
void roi_align(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  const DType type = X.dtype();
  open.Y = read_or_not(open.Y, "zero_weight", X, [&] {
    const Reals further = open.call.tensor("rois").as<double>() + 0x1p-24;
    return open.again({{"rois", Tensor::decided(DType::float64, further)}});
  });
  // Weights are not negative: without −0 and negative numbers there is no −0 to add.
  open.Y = either_zero(open.Y, "negative_zero", [&] {
    const Reals x = X.as<double>();
    return full(open.Y.shape(),
                std::any_of(x.begin(), x.end(), [](double each) { return std::signbit(each); }));
  });
  const Samples samples = samples_of(open);
  open.Y = between(
      open.Y, "padding_window",
      [&] {
        const Bools any = samples.outside > 0.0 && !samples.none;
        return broadcast_array(any, open.Y.shape());
      },
      [&] { return ends_outside(open, samples.outside); });
  const auto none = [&] { return broadcast_array(samples.none, open.Y.shape()); };
  const bool max = roi_sampling_of(open.call).max;
  open.Y = choice(open.Y, "zero_divisor", none, "zero",
                  max ? extremes_of_none(type) : constants(type, {{"nan", std::nan("")}}));
}

const Open op("RoiAlign", roi_align);

}  // namespace
}  // namespace etalon
