// AffineGrid, ImageDecoder and Upsample.
#include <array>

#include "engine/operators/integers_of_reals.h"
#include "ops/ai.onnx/image/upsample.h"
#include "ops/ai.onnx/weightless.h"

namespace etalon {
namespace {

// One pixel is both corners, and cannot lie at -1 and at 1: it may be the first corner, as Y has
// it, the middle or the last, or at 0/0.
void one_pixel(Opening& open) {
  const Tensor Y = open.Y;
  const std::vector<int64_t> size = open.call.tensor("size").ints();
  const size_t d = size.size() - 2;
  const std::array<bool, 2> single{size[d + 1] == 1, size[d] == 1};  // of one column, one row
  const bool any = open.call.flag("align_corners") && (single[0] || single[1]);
  // Σ of the columns of theta for these axes: what 1 more of their positions adds.
  const auto moved = [&](double by) {
    const Reals theta = open.call.tensor("theta").as<double>();
    Reals y = Y.as<double>();
    each_index(Y.shape(), [&](const Shape& at) {
      for (size_t axis = 0; axis < 2; ++axis) {
        if (single[axis]) y[at] += by * theta(at.front(), at.back(), axis);
      }
    });
    return Tensor::decided(Y.dtype(), y);
  };
  open.Y = choice(Y, "zero_divisor", [&] { return full(Y.shape(), any); }, "first",
                  {{"middle", [&] { return moved(1); }},
                   {"last", [&] { return moved(2); }},
                   {"nan", [&] { return scalar(Y.dtype(), std::nan("")); }}});
}

void stream_of_rank_0(const Call& call) {
  at_point("rank0", call.tensor("encoded_stream").rank() == 0);
}

Tensor nearest_by_resize(const Call& call, const Tensor& X, const std::string& nearest_mode) {
  const Attributes attributes = attributes_of(
      {attribute_of("mode", std::string("nearest")), attribute_of("nearest_mode", nearest_mode),
       attribute_of("coordinate_transformation_mode", std::string("asymmetric"))});
  return step_of(call, "Resize", 13, {{"X", X}, {"scales", vector_of_scales(call)}}, attributes)[0]
      .tensor();
}

// The element before the place, or the nearest; averages of integers as any integer for them.
void upsample(Opening& open) {
  const Call& call = open.call;
  const Tensor& X = call.tensor("X");
  if (call.text("mode") == "nearest") {
    open.Y = either_of(open.Y, "ties", "floor", "nearest",
                       [&] { return nearest_by_resize(call, X, "round_prefer_ceil"); });
  } else if (is_float(open.Y.dtype())) {
    open.Y = read_beside(open.Y, "zero_weight", Bools(!xt::isfinite(X.as<double>())),
                         [&](const Tensor& x) { return nearest_by_resize(call, x, "floor"); });
  } else if (is_integer(open.Y.dtype())) {
    const Reals exact = open.again({"X"}, in_float64).as<double>();
    open.Y = any_integer_for(open.Y, "fraction", [&] { return exact; }, "nearest",
                             {{"short", [&] { return short_of(open.Y, exact, 0x1p-20); }}});
  }
}

const Open op[] = {
    {"AffineGrid", one_pixel}, {"ImageDecoder", stream_of_rank_0}, {"Upsample", upsample}};

}  // namespace
}  // namespace etalon
