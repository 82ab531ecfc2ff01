// Interpolation: whether a neighbour of weight 0 is read. If it is NaN or infinite, 0 times it is
// NaN, and the text does not say.
#pragma once

#include <cmath>
#include <functional>

#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/lines.h"

namespace etalon {

// Options "not_read", as Y has it, and "read".
inline Tensor read_or_not(const Tensor& Y, std::string_view point, const Where& where) {
  return choice(Y, point, where, "not_read",
                {{"read", [&] { return scalar(Y.dtype(), std::nan("")); }}});
}

// `further` is the result of places that are a little further on, where neighbours of weight 0 have
// some weight.
inline Tensor read_or_not(const Tensor& Y, std::string_view point, const Tensor& X,
                          const std::function<Tensor()>& further) {
  if (!is_float(X.dtype()) || xt::all(Bools(xt::isfinite(X.as<double>())))) return Y;
  return read_or_not(Y, point, [&] {
    const Reals y = further().as<double>();
    return Bools(!xt::isfinite(y) && xt::isfinite(Y.as<double>()));
  });
}

// The elements that are true, and their neighbours along all axes.
inline Bools and_beside(Bools bad) {
  for (size_t axis = 0; axis < bad.dimension(); ++axis) {
    const Lines lines(bad.shape(), axis);
    const Bools before = bad;
    for (size_t n = 0; n < lines.count(); ++n) {
      for (size_t i = 0; i < lines[n].size; ++i) {
        const auto is_bad = [&](size_t at) { return before.data()[lines[n][at]]; };
        const bool left = i > 0 && is_bad(i - 1), right = i + 1 < lines[n].size && is_bad(i + 1);
        bad.data()[lines[n][i]] = is_bad(i) || left || right;
      }
    }
  }
  return bad;
}

// Neighbours are those of the nearest elements, and one further; `nearest` picks these from an
// array of X's shape.
inline Tensor read_beside(const Tensor& Y, std::string_view point, const Bools& bad,
                          const std::function<Tensor(const Tensor& X)>& nearest) {
  if (bad.size() == 0 || !xt::any(bad)) return Y;
  return read_or_not(Y, point, [&] {
    const Tensor near = nearest(Tensor::of(DType::boolean, and_beside(bad)));
    return Bools(near.as<bool>() && !nans(Y));
  });
}

}  // namespace etalon
