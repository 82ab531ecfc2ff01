// AffineGrid, ImageDecoder and Upsample.
#include "engine/operators/integers_of_reals.h"
#include "ops/ai.onnx/image/upsample.h"
#include "ops/ai.onnx/weightless.h"

namespace etalon {
namespace {

// One pixel is both corners, and cannot lie at -1 and at 1.
void one_pixel(Opening& open) {
  const std::vector<int64_t> size = open.call.tensor("size").ints();
  const bool single =
      open.call.flag("align_corners") && (size[size.size() - 2] == 1 || size[size.size() - 1] == 1);
  open.Y = no_result(open.Y, "zero_divisor", [&] { return full(open.Y.shape(), single); });
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
