// GridSample.
#include "ops/ai.onnx/image/grid_sample.h"
#include "ops/ai.onnx/weightless.h"

namespace etalon {
namespace {

// Version 16 does not say which of two nearest elements counts.
Tensor halfway(const Opening& open) {
  const Call& call = open.call;
  if (call.since_version() > 16) return open.Y;
  const auto other = [&](Halfway counts) {
    return nearest(call.tensor("X"), sampler_of(call), counts).reshaped(open.Y.shape());
  };
  const Tensor up = either_of(open.Y, "ties_16", "even", "up", [&] { return other(Halfway::up); });
  return either_of(up, "ties_16", "even", "down", [&] { return other(Halfway::down); });
}

// Cubic interpolation of integers leaves their range.
Tensor overflow(const Opening& open) {
  if (!is_integer(open.Y.dtype())) return open.Y;
  return saturate_or_wrap(open.Y, "overflow", [&] {
    return Reals(xt::trunc(open.again({"X"}, in_float64).as<double>()));
  });
}

// The elements that have a coordinate in the grid for which the test holds.
template <class Test>
Tensor without_location(const Tensor& Y, std::string_view point, const Tensor& grid, Test test) {
  return no_result(Y, point, [&] {
    const Reals coordinates = grid.as<double>();
    const size_t axes = grid.shape().back(), locations = split_at(Y.shape(), 2).after;
    const size_t channels = Y.dim(1);
    Bools open = full(Y.shape(), false);
    for (size_t i = 0; i < open.size(); ++i) {
      const size_t n = i / locations / channels, l = i % locations;
      const double* location = coordinates.data() + (n * locations + l) * axes;
      open.data()[i] = std::any_of(location, location + axes, test);
    }
    return open;
  });
}

// Reflection turns further on into further back.
Tensor neighbours_read(const Opening& open) {
  const auto moved = [&](double by) {
    const Reals grid = open.call.tensor("grid").as<double>() + by;
    return open.again({{"grid", Tensor::decided(DType::float64, grid)}}).as<double>();
  };
  constexpr double little = 0x1p-24;
  return read_or_not(open.Y, "zero_weight", open.call.tensor("X"), [&] {
    return Tensor::decided(DType::float64, Reals(moved(little) + moved(-little)));
  });
}

void grid_sample(Opening& open) {
  const Tensor& grid = open.call.tensor("grid");
  if (open.call.text("mode") != "nearest") open.Y = neighbours_read(open);
  open.Y = open.call.text("mode") == "nearest" ? halfway(open) : overflow(open);
  open.Y = without_location(open.Y, "nan_grid", grid, [](double x) { return std::isnan(x); });
  open.Y = without_location(open.Y, "inf", grid, [](double x) { return std::isinf(x); });
}

const Open op("GridSample", grid_sample);

}  // namespace
}  // namespace etalon
