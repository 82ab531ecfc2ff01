// What the pools share: windows, and powers of norms.
#pragma once

#include "engine/formula.h"
#include "engine/values/evaluation.h"

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

// MaxPool's Indices, from the positions in X of the greatest elements: these, or with storage_order
// 1 column-major ones.
inline Tensor indices_of(const Call& call, const Ints& places) {
  if (!call.flag("storage_order")) return Tensor::of(DType::int64, places);
  const Shape& shape = call.tensor("X").shape();
  const auto column = [&](int64_t at) { return at < 0 ? at : column_major(at, shape); };
  return Tensor::of(DType::int64, by_element(places, column));
}
// The position of the greatest element of a window in the padding.
inline int64_t no_greatest() {
  return undefined(int64_t{-1}, "a window lies in the padding only, and has no greatest element");
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
// The number t of at most 64 bits for which t^p is x, if there is one, where p is k / 2^n:
// t^k = x^(2^n). It is exact, so that ties are decided; y is t nearly.
inline std::optional<ArbBall> exact_root(const ArbBall& x, double p, const ArbBall& y) {
  constexpr double most = 4096;
  constexpr long most_bits = 64;
  double k = p, squares = 1;
  while (k != std::floor(k) && squares < most) k *= 2, squares *= 2;
  if (k > most || squares >= most || !arb_is_exact(x.get()) || !y.finite()) return std::nullopt;
  ArbBall t;
  arf_set_round(arb_midref(t.get()), arb_midref(y.get()), most_bits, ARF_RND_NEAR);
  if (!arb_contains(y.get(), t.get())) return std::nullopt;
  ArbBall difference, power;
  arb_pow_ui(power.get(), t.get(), static_cast<ulong>(k), ARF_PREC_EXACT);
  arb_pow_ui(difference.get(), x.get(), static_cast<ulong>(squares), ARF_PREC_EXACT);
  return arb_equal(power.get(), difference.get()) ? std::optional(t) : std::nullopt;
}

// x^(1/p) of a sum of such powers.
template <class R>
R root(const R& x, double p) {
  if (p == 1) return real::abs(x);
  if (p == 2) return real::sqrt(real::abs(x));
  const R y = real::pow(real::abs(x), 1 / R(p));
  if constexpr (std::same_as<R, ArbBall>) {
    if (evaluation().rounding) return y;
    const ArbBall sum = x.center();
    const auto t = exact_root(sum, p, y);
    if (!t) return y;
    // (s + r)^(1/p) = t (1 + r / s)^(1/p)
    if (x.rest()) return ArbBall::joined(*t, *t * real::expm1(real::log1p(*x.rest() / sum) / p));
    return *t;
  }
  return y;
}

}  // namespace etalon
