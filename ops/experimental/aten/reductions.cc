// ATen's reductions: over attribute dim (one axis or several), which stays as size 1 with keepdim,
// or over all axes.
#include "engine/formula.h"
#include "engine/numerics/cast.h"
#include "ops/experimental/aten/aten.h"

namespace etalon::aten {
namespace {

bool keeps_dim(const Arguments& args) { return args.has("dim") && args.integer("keepdim", 0) != 0; }

// ONNX's reduction of self over dim.
Values reduced(const Arguments& args, std::string_view onnx, const Tensor& self) {
  const Value axes = args.has("dim") ? Value(vector_of(args.ints("dim"))) : Value();
  return args.onnx(onnx, {self, axes},
                   {attribute_of("keepdims", int64_t{keeps_dim(args)}),
                    attribute_of("noop_with_empty_axes", int64_t{args.has("dim")})});
}

// Sums and products of integers are int64.
Function accumulated(std::string_view onnx) {
  return [=](const Arguments& args) {
    const Tensor& self = args.tensor(0);
    return reduced(args, onnx, is_float(self.dtype()) ? self : cast(self, DType::int64));
  };
}

// NaN for an empty set, where ONNX's is undefined.
Values mean(const Arguments& args) {
  const Tensor& self = args.floats(0);
  const std::vector<size_t> axes =
      args.has("dim") ? axis_indices(args.ints("dim"), self.rank()) : all_axes(self.rank());
  const Tensor means =
      by_sets(self, axes, []<class R>(const Array<R>& x) -> Array<R> { return mean_over(x); });
  return {keeps_dim(args) ? means : means.reshaped(without_axes(self.shape(), axes))};
}

// Of two tensors elementwise; of one along dim, with the places found; of one as a whole.
Function extremes(std::string_view elementwise, std::string_view place) {
  return [=](const Arguments& args) -> Values {
    if (args.count() > 1) {
      return args.onnx(elementwise, {args.tensor(0), args.operand("other")});
    }
    const bool whole = !args.has("dim");
    const Tensor self = whole ? args.tensor(0).reshaped({args.tensor(0).size()}) : args.tensor(0);
    const auto axis = static_cast<int64_t>(whole ? 0 : args.dim(self.rank()));
    const Tensor at = args.onnx(place, {self}, {attribute_of("axis", axis)}).at(0).tensor();
    const Tensor best =
        args.onnx("GatherElements", {self, at}, {attribute_of("axis", axis)}).at(0).tensor();
    if (whole) return {best.reshaped({})};
    if (keeps_dim(args)) return {best, at};
    const Shape shape = without_axes(at.shape(), {static_cast<size_t>(axis)});
    return {best.reshaped(shape), at.reshaped(shape)};
  };
}

}  // namespace

const Functions& reductions() {
  static const Functions functions{
      {"max", extremes("Max", "ArgMax")}, {"mean", mean},
      {"min", extremes("Min", "ArgMin")}, {"prod", accumulated("ReduceProd")},
      {"sum", accumulated("ReduceSum")},
  };
  return functions;
}

}  // namespace etalon::aten
