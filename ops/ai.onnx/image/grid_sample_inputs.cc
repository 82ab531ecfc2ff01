// GridSample's inputs and attributes.
#include "ops/ai.onnx/image/grid_sample.h"

namespace etalon {
namespace {

void check_shapes(const Call& call, Padding padding_mode) {
  const Tensor& X = call.tensor("X");
  const Tensor& grid = call.tensor("grid");
  const bool fits = X.rank() >= 3 && grid.rank() == X.rank() && grid.dim(0) == X.dim(0) &&
                    grid.shape().back() == X.rank() - 2;
  if (!fits || (call.since_version() < 20 && X.rank() != 4)) {
    throw InvalidInput("a grid of shape {} does not fit X's shape {}", to_string(grid.shape()),
                       to_string(X.shape()));
  }
  if (X.size() == 0 && grid.size() > 0 && padding_mode != Padding::zeros) {
    throw InvalidInput("X is empty, so that nothing can be padded from it");
  }
}

// A location that is infinite or NaN is left open: it stands for one far outside, NaN for one in
// the middle.
Tensor finite(const Tensor& grid) {
  const Reals coordinates = grid.as<double>();
  if (xt::all(Bools(xt::isfinite(coordinates)))) return grid;
  constexpr double far_outside = 0x1p15;
  return Tensor::decided(grid.dtype(), by_element(coordinates, [](double x) {
                           if (std::isfinite(x)) return x;
                           return undefined(std::isnan(x) ? 0.0 : std::copysign(far_outside, x),
                                            "the grid holds {}, which is not a location", x);
                         }));
}

}  // namespace

Sampler sampler_of(const Call& call) {
  const bool two_axes = call.since_version() < 20;
  const auto mode =
      call.choice<Interpolation>("mode", {{two_axes ? "bilinear" : "linear", Interpolation::linear},
                                          {"nearest", Interpolation::nearest},
                                          {two_axes ? "bicubic" : "cubic", Interpolation::cubic}});
  const auto padding_mode =
      call.choice<Padding>("padding_mode", {{"zeros", Padding::zeros},
                                            {"border", Padding::border},
                                            {"reflection", Padding::reflection}});
  check_shapes(call, padding_mode);
  const Shape& X = call.tensor("X").shape();
  const Tensor& grid = call.tensor("grid");
  const Shape image(X.begin() + 2, X.end());
  const Shape locations(grid.shape().begin() + 1, grid.shape().end() - 1);
  const Shape flat{grid.dim(0), element_count(locations), image.size()};
  return {mode,  padding_mode, call.flag("align_corners"),
          image, locations,    Reader(finite(grid).reshaped(flat))};
}

}  // namespace etalon
