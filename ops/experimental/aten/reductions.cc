// ATen's reductions: over attribute dim (one axis or several), which stays as size 1 with keepdim,
// or over all axes.
#include "ops/experimental/aten/aten.h"

namespace etalon::aten {
namespace {

struct Over {
  std::vector<size_t> axes;
  Shape shape;  // of the result
};

Over over(const Arguments& args, const Tensor& self) {
  if (!args.has("dim")) return {all_axes(self.rank()), {}};
  const std::vector<size_t> axes = axis_indices(args.ints("dim"), self.rank());
  if (args.integer("keepdim", 0) == 0) return {axes, without_axes(self.shape(), axes)};
  Shape shape = self.shape();
  for (const size_t axis : axes) shape[axis] = 1;
  return {axes, shape};
}

// Sums and products of integers are int64.
template <class F>
Values accumulated(const Arguments& args, F f) {
  const Tensor& self = args.tensor(0);
  const auto [axes, shape] = over(args, self);
  if (is_float(self.dtype())) {
    return {Tensor::of(self.dtype(), f(self.as<double>(), axes)).reshaped(shape)};
  }
  return {Tensor::of(DType::int64, f(self.as<int64_t>(), axes)).reshaped(shape)};
}

Values mean(const Arguments& args) {
  const Tensor& self = args.floats(0);
  const auto [axes, shape] = over(args, self);
  return {Tensor::of(self.dtype(), mean_over(self.as<double>(), axes)).reshaped(shape)};
}

// The place along an axis of the element that is `better` than all others, the first of several; a
// NaN is better than any number.
template <class Better>
Ints best_along(const Tensor& self, size_t axis, Better better) {
  const Split split = split_at(self.shape(), axis);
  const size_t entries = self.dim(axis);
  if (entries == 0) throw InvalidInput("axis {} has no elements to choose from", axis);
  const size_t width = split.after / entries;
  Ints best = full<int64_t>({split.before, width}, 0);
  numeric(self.dtype(), [&]<class T>() {
    const Array<T> x = self.as<T>();
    for (size_t i = 0; i < best.size(); ++i) {
      const T* column = x.data() + i / width * split.after + i % width;
      const auto at = [&](int64_t entry) { return column[size_t(entry) * width]; };
      int64_t& chosen = best.data()[i];
      for (int64_t entry = 1; entry < int64_t(entries); ++entry) {
        if (at(chosen) != at(chosen)) break;
        if (at(entry) != at(entry) || better(at(entry), at(chosen))) chosen = entry;
      }
    }
  });
  return best;
}

// Of two tensors elementwise; of one along dim, with the places found; of one as a whole.
template <class Better>
Values extremes(const Arguments& args, Better better) {
  const Tensor& self = args.tensor(0);
  if (args.count() > 1) {
    return {numeric(self.dtype(), [&]<class T>() {
      return each_pair<T>(self, args.tensor(1),
                          [&](T a, T b) { return a != a || better(a, b) ? a : b; });
    })};
  }
  if (!args.has("dim")) {
    const Tensor flat = self.reshaped({self.size()});
    return {take(flat, best_along(flat, 0, better)).reshaped({})};
  }
  const size_t axis = args.dim(self.rank());
  const Ints best = best_along(self, axis, better);
  const size_t width = best.shape()[1];
  Ints from = best;
  for (size_t i = 0; i < from.size(); ++i) {
    const size_t row = i / width * self.dim(axis) + size_t(best.data()[i]);
    from.data()[i] = int64_t(row * width + i % width);
  }
  const Shape shape = over(args, self).shape;
  return {take(self, from).reshaped(shape), Tensor::of(DType::int64, best).reshaped(shape)};
}

}  // namespace

const Functions& reductions() {
  using A = const Arguments&;
  static const Functions functions{
      {"max", [](A args) { return extremes(args, std::greater()); }},
      {"mean", mean},
      {"min", [](A args) { return extremes(args, std::less()); }},
      {"prod",
       [](A args) {
         return accumulated(args, [](const auto& x, auto& axes) { return product_over(x, axes); });
       }},
      {"sum",
       [](A args) {
         return accumulated(args, [](const auto& x, auto& axes) { return sum_over(x, axes); });
       }},
  };
  return functions;
}

}  // namespace etalon::aten
