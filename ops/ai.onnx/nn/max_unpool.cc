// MaxUnpool: output[I[i]] = X[i], and 0 elsewhere; I are positions among output's elements. Along
// each axis output has strides·(X − 1) + kernel − pads elements, or output_shape gives it.
//   9, 11, 22   22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Shape unpooled_shape(const Call& call, const Tensor& X) {
  const size_t n = spatial_shape(X, "X").size();
  const std::vector<int64_t> kernel = axis_values(call, "kernel_shape", n, 1, 1);
  const std::vector<int64_t> strides = axis_values(call, "strides", n, 1, 1);
  const std::vector<int64_t> pads = axis_values(call, "pads", 2 * n, 0, 0);
  if (const Tensor* output_shape = call.maybe("output_shape")) {
    require_rank("output_shape", *output_shape, 1);
    const Shape shape = to_shape(output_shape->ints());
    if (shape.size() != X.rank() || shape[0] != X.dim(0) || shape[1] != X.dim(1)) {
      throw InvalidInput("output_shape {} does not fit X's {}", to_string(shape),
                         to_string(X.shape()));
    }
    return shape;
  }
  std::vector<int64_t> dims{int64_t(X.dim(0)), int64_t(X.dim(1))};
  for (size_t i = 0; i < n; ++i) {
    const int64_t size = int64_t(X.dim(2 + i));
    dims.push_back(strides[i] * (size - 1) + kernel[i] - pads[i] - pads[n + i]);
  }
  return to_shape(dims);
}

bool same(double a, double b) { return a == b || (a != a && b != b); }

Values max_unpool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& I = call.tensor("I");
  require_shape("I", I, X.shape());
  const Reader read(X);
  const Reals& x = read.values();
  Ints source = full(unpooled_shape(call, X), int64_t{-1});  // where output's elements come from
  const auto size = int64_t(source.size());
  int64_t i = 0;
  for (const int64_t index : I.ints()) {
    if (index < 0 || index >= size) {
      throw InvalidInput("index {} is outside [0, {}]", index, size - 1);
    }
    int64_t& from = source.flat(size_t(index));
    if (from >= 0 && !same(x.flat(size_t(from)), x.flat(size_t(i)))) {
      undefined(0, "index {} occurs with different values", index);
    }
    from = i++;
  }
  return {take(X, source)};
}

const Operator op("MaxUnpool", max_unpool, {9, 11, 22});

}  // namespace
}  // namespace etalon
