// MaxUnpool: output[I[i]] = X[i], and 0 elsewhere; I are positions among output's elements. Along
// each axis output has strides·(X − 1) + kernel − pads elements, or output_shape gives it.
//   9, 11, 22   22: bfloat16
#include "engine/numerics/numerics.h"
#include "engine/numerics/window.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

Shape unpooled_shape(const Call& call, const Tensor& X) {
  const size_t n = spatial_shape(X, "X").size();
  if (const Tensor* output_shape = call.maybe("output_shape")) {
    const Shape shape = to_shape(output_shape->ints());
    if (shape.size() != X.rank() || shape[0] != X.dim(0) || shape[1] != X.dim(1)) {
      throw InvalidInput("output_shape {} does not fit X's {}", to_string(shape),
                         to_string(X.shape()));
    }
    return shape;
  }
  const std::vector<int64_t> kernel = axis_values(call, "kernel_shape", n, 1, 1);
  const std::vector<int64_t> strides = axis_values(call, "strides", n, 1, 1);
  const std::vector<int64_t> pads = axis_values(call, "pads", 2 * n, 0, 0);
  std::vector<int64_t> dims{int64_t(X.dim(0)), int64_t(X.dim(1))};
  for (size_t i = 0; i < n; ++i) {
    const int64_t size = int64_t(X.dim(2 + i));
    dims.push_back(strides[i] * (size - 1) + kernel[i] - pads[i] - pads[n + i]);
  }
  return to_shape(dims);
}

// For each place that several elements of X go to, all of these.
Candidates rivals(const std::vector<int64_t>& indices) {
  Candidates places;
  for (size_t i = 0; i < indices.size(); ++i) {
    places[static_cast<size_t>(indices[i])].push_back(int64_t(i));
  }
  std::erase_if(places, [](const auto& place) { return place.second.size() < 2; });
  return places;
}

bool same(double a, double b) { return a == b || (a != a && b != b); }

Values max_unpool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& I = call.tensor("I");
  require_shape("I", I, X.shape());
  const Reals x = X.as<double>();
  const std::vector<int64_t> indices = I.ints();
  Ints source = full(unpooled_shape(call, X), int64_t{-1});  // where output's elements come from
  const auto size = int64_t(source.size());
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < 0 || indices[i] >= size) {
      throw InvalidInput("index {} is outside [0, {}]", indices[i], size - 1);
    }
    int64_t& from = source.data()[indices[i]];
    if (!choices_wanted() && from >= 0 && !same(x.data()[from], x.data()[i])) {
      throw Unspecified("index {} occurs with different values", indices[i]);
    }
    from = int64_t(i);
  }
  return {any_of(take(X, source), "duplicates", X, [&] { return rivals(indices); })};
}

const Operator op("MaxUnpool", max_unpool, {9, 11, 22});

}  // namespace
}  // namespace etalon
