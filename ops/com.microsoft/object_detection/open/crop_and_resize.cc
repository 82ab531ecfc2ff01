// CropAndResize.
#include "ops/com.microsoft/object_detection/crop_and_resize.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// Halfway between two pixels either is the nearest. An end at 0 stays within the image.
void open_halfway(Opening& open) {
  const Tensor& rois = open.call.tensor("rois");
  const auto moved = [&](double by) {
    const Reals given = rois.as<double>();
    const Reals ends = xt::maximum(given + by, xt::minimum(given, 0.0));
    return open.again({{"rois", Tensor::decided(DType::float64, ends)}});
  };
  constexpr double little = -0x1p-30;
  open.Y = either_of(open.Y, "nearest_tie", "greater", "lesser", [&] { return moved(little); });
}

// The pixels that a runtime may read for one element, the four about a place that is known to
// within roundings.
std::vector<double> pixels_about(const Crops& of, size_t roi, size_t c, size_t i, size_t j) {
  const auto entries = [&](size_t axis, size_t of_crop) {
    const auto place = of.place<double>(roi, axis, of_crop);
    const double little = 0x1p-20 * (1 + std::fabs(place)), end = double(of.image[axis]) - 1;
    std::vector<size_t> range;
    if (place < -little || place > end + little) return range;
    const double first = std::max(std::floor(place - little), 0.0);
    const double last = std::min(std::floor(place + little) + 1, end);
    for (auto at = size_t(first); at <= size_t(last); ++at) range.push_back(at);
    return range;
  };
  std::vector<double> pixels;
  for (const size_t row : entries(0, i)) {
    for (const size_t column : entries(1, j)) {
      pixels.push_back(std::fabs(of.X.at<double>(of.batch_of[roi], c, row, column)));
    }
  }
  return pixels;
}

// Whether a place on an axis is a pixel's, as far as roundings tell.
bool is_near_pixel(const Crops& of, size_t roi, size_t axis, size_t of_crop) {
  const auto place = of.place<double>(roi, axis, of_crop);
  return std::fabs(place - std::rint(place)) < 0x1p-20 * (1 + std::fabs(place));
}

// Sums in which a pixel that is NaN or infinite has a weight of 0, or meets another; and the
// difference of two pixels, which is a step of a + t · (b − a).
void open_bilinear(Opening& open) {
  const Crops of(open.call);
  Bools infinite = full(open.Y.shape(), false);
  Bools on_pixel = infinite;  // a weight may be 0
  Reals steps = full(open.Y.shape(), 0.0);
  for (size_t n = 0; n < steps.size(); ++n) {
    const Shape at = index_at(n, open.Y.shape());
    on_pixel.flat(n) = is_near_pixel(of, at[0], 0, at[2]) || is_near_pixel(of, at[0], 1, at[3]);
    for (const double pixel : pixels_about(of, at[0], at[1], at[2], at[3])) {
      if (std::isfinite(pixel)) {
        steps.flat(n) = std::max(steps.flat(n), 2 * pixel);
      } else {
        infinite.flat(n) = true;
      }
    }
  }
  open.Y = step_or_exact(open.Y, "overflow", [&] { return steps; });
  const auto constant = [&](double value) {
    return [type = open.Y.dtype(), value] { return scalar(type, value); };
  };
  const Tensor& X = open.call.tensor("X");
  const auto left_out = [&] {
    const Reals x = X.as<double>();
    return open.again(
        {{"X", Tensor::decided(X.dtype(), Reals(xt::where(xt::isfinite(x), x, 0.0)))}});
  };
  const std::vector<Option> others{{"nan", constant(std::nan(""))},
                                   {"infinity", constant(infinity)},
                                   {"minus_infinity", constant(-infinity)}};
  open.Y = choice(
      open.Y, "infinite_pixel", [&] { return infinite; }, "formula", others);
  const auto and_left_out = [&] {
    std::vector<Option> all = others;
    all.push_back({"left_out", left_out});
    return all;
  };
  open.Y = choice(
      open.Y, "infinite_pixel", [&] { return Bools(infinite && on_pixel); }, "formula",
      and_left_out());
}

// A region without a place has any of the image, what stands outside of it, or NaN.
Ends any_place(const Opening& open) {
  const Crops of(open.call);
  const Tensor& X = open.call.tensor("X");
  const Reals x = X.as<double>();
  Reals low = open.Y.as<double>(), high = low;
  for (size_t n = 0; n < low.size(); ++n) {
    const Shape at = index_at(n, low.shape());
    const double* image = x.data() + (of.batch_of[at[0]] * X.dim(1) + at[1]) * X.dim(2) * X.dim(3);
    for (size_t i = 0; i < X.dim(2) * X.dim(3); ++i) {
      low.flat(n) = std::min(low.flat(n), image[i]);
      high.flat(n) = std::max(high.flat(n), image[i]);
    }
  }
  const DType T = open.Y.dtype();
  return {Tensor::decided(T, low),
          Tensor::decided(T, high),
          {scalar(T, of.extrapolation_value), scalar(T, std::nan(""))}};
}

void open_crops(Opening& open) {
  const bool nearest = open.call.text("mode") == "nearest";
  if (nearest) open_halfway(open);
  const auto without_place = [&] {
    const Reals bad = xt::cast<double>(!xt::isfinite(open.call.tensor("rois").as<double>()));
    Reals of_roi = max_over(bad, {1});
    of_roi.reshape({of_roi.size(), 1, 1, 1});
    return broadcast_array(Bools(of_roi > 0.0), open.Y.shape());
  };
  open.Y = between(open.Y, "nonfinite_roi", without_place, [&] { return any_place(open); });
  if (!nearest && open.Y.size() > 0) open_bilinear(open);
}

const Open op("CropAndResize", open_crops);

}  // namespace
}  // namespace etalon
