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
  const Tensor up = other(Halfway::up), down = other(Halfway::down);
  const auto differ = [&] {
    Bools open_elements = empty_array<bool>(open.Y.shape());
    by_slot(open.Y.dtype(), [&]<class W>() {
      const auto even = open.Y.slots<W>(), u = up.slots<W>(), d = down.slots<W>();
      for (size_t i = 0; i < even.size(); ++i) {
        open_elements.data()[i] = even[i] != u[i] || even[i] != d[i];
      }
    });
    return open_elements;
  };
  return choice(open.Y, "ties_16", differ, "even",
                {{"up", [&] { return up; }}, {"down", [&] { return down; }}});
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
Bools located(const Tensor& Y, const Tensor& grid, Test test) {
  const Reals coordinates = grid.as<double>();
  const size_t axes = grid.shape().back(), locations = split_at(Y.shape(), 2).after;
  Bools open = full(Y.shape(), false);
  for (size_t i = 0; i < open.size(); ++i) {
    const size_t n = i / locations / Y.dim(1), l = i % locations;
    const double* location = coordinates.data() + (n * locations + l) * axes;
    open.data()[i] = std::any_of(location, location + axes, test);
  }
  return open;
}

// Any place in the image: what lies between the pixels of a channel, 0 and Y; or NaN.
Ends anywhere(const Tensor& X, const Tensor& Y) {
  const Shape lines{X.dim(0), X.dim(1), split_at(X.shape(), 2).after};
  const Reals x = X.reshaped(lines).as<double>();
  Shape each(Y.rank(), 1);
  each[0] = lines[0], each[1] = lines[1];
  const auto of_channels = [&](Reals extremes) {
    extremes.reshape(each);
    return broadcast_array(extremes, Y.shape());
  };
  const Reals y = Y.as<double>();
  const Reals low = xt::minimum(xt::minimum(of_channels(min_over(x, {2})), y), 0.0);
  const Reals high = xt::maximum(xt::maximum(of_channels(max_over(x, {2})), y), 0.0);
  Ends ends{Tensor::decided(Y.dtype(), low), Tensor::decided(Y.dtype(), high)};
  if (is_float(Y.dtype())) ends.others.push_back(scalar(Y.dtype(), std::nan("")));
  return ends;
}

// A coordinate that is NaN names no place; one that is infinite has no reflection, and may be NaN
// or any integer in the steps.
Tensor without_location(const Opening& open) {
  const Tensor &X = open.call.tensor("X"), &grid = open.call.tensor("grid");
  const auto of_nan = [&] { return located(open.Y, grid, [](double x) { return std::isnan(x); }); };
  const auto of_inf = [&] { return located(open.Y, grid, [](double x) { return std::isinf(x); }); };
  if (!is_float(X.dtype())) {
    return no_result(no_result(open.Y, "nan_grid", of_nan), "inf", of_inf);
  }
  const auto ends = [&] { return anywhere(X, open.Y); };
  return between(between(open.Y, "nan_grid", of_nan, ends), "inf", of_inf, ends);
}

// 0 times a neighbour that is NaN or infinite is NaN.
Tensor neighbours_read(const Opening& open) {
  const Tensor& X = open.call.tensor("X");
  if (!is_float(X.dtype()) || xt::all(Bools(xt::isfinite(X.as<double>())))) return open.Y;
  return read_or_not(open.Y, "zero_weight", [&] {
    Sampler sampler = sampler_of(open.call);
    sampler.weightless = true;
    const Tensor read = interpolated(X, sampler).reshaped(open.Y.shape());
    return Bools(nans(read) && !nans(open.Y));
  });
}

void grid_sample(Opening& open) {
  if (open.call.text("mode") != "nearest") open.Y = neighbours_read(open);
  open.Y = open.call.text("mode") == "nearest" ? halfway(open) : overflow(open);
  open.Y = without_location(open);
}

const Open op("GridSample", grid_sample);

}  // namespace
}  // namespace etalon
