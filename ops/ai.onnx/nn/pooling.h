// What the pools share: windows, and powers of norms.
#pragma once

#include "engine/formula.h"

namespace etalon {

// The window of attribute kernel_shape and those that window_of reads.
inline Window pool_window(const Call& call, const Tensor& X) {
  if (!call.has("kernel_shape")) throw InvalidInput("kernel_shape is missing");
  return window_of(call, spatial_shape(X, "X"), to_shape(call.ints("kernel_shape")));
}

// A row-major position in a tensor [N, C, D…], with the spatial axes counted column-major.
inline int64_t column_major(int64_t position, Shape shape) {
  Shape index = index_at(size_t(position), shape);
  std::reverse(index.begin() + 2, index.end());
  std::reverse(shape.begin() + 2, shape.end());
  return int64_t(position_of(index, shape));
}

// MaxPool's outputs, from the positions in X of the greatest elements: Y, and from version 8 on
// Indices.
inline Values maxima(const Call& call, const Ints& places) {
  const Tensor& X = call.tensor("X");
  const Tensor Y = take(X, places);
  if (call.since_version() < 8) return {Y};
  if (!call.flag("storage_order")) return {Y, Tensor::of(DType::int64, places)};
  const auto column = [&](int64_t at) { return at < 0 ? at : column_major(at, X.shape()); };
  return {Y, Tensor::of(DType::int64, by_element(places, column))};
}

// 2, 3, …
inline std::vector<size_t> spatial_axes(const Tensor& X) {
  std::vector<size_t> axes(spatial_shape(X, "X").size());
  std::iota(axes.begin(), axes.end(), size_t{2});
  return axes;
}

// Attribute p of LpPool and GlobalLpPool, a float in version 1.
inline double order_of_norm(const Call& call) {
  const double p = call.since_version() == 1 ? call.real("p") : double(call.integer("p"));
  if (!(p > 0)) throw Unspecified("p is {}, and no norm has that order", p);
  return p;
}

// |x|^p.
template <class R>
R power(const R& x, double p) {
  return p == 1 ? real::abs(x) : p == 2 ? x * x : real::pow(real::abs(x), R(p));
}
// x^(1/p) of a sum of such powers.
template <class R>
R root(const R& x, double p) {
  if (p == 1) return real::abs(x);
  return p == 2 ? real::sqrt(real::abs(x)) : real::pow(real::abs(x), 1 / R(p));
}

}  // namespace etalon
