// DynamicQuantizeLinear: a scale that is not a positive number, and integers that depend on it.
#include "engine/formula.h"
#include "engine/operators/constant_options.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

// An output where `open` holds.
Where all(const Tensor& Y, bool open) {
  return [&Y, open] { return full(Y.shape(), open); };
}

// The outputs for the range of x as a real number, which float may not hold.
Values with_exact_range(const Tensor& x) {
  const Reals values = x.as<double>();
  const double least = std::min(0.0, xt::amin(values)());
  const double y_scale = (std::max(0.0, xt::amax(values)()) - least) / 255;
  const Saturation saturate(DType::uint8);
  const int64_t y_zero_point = saturate(std::rint(-least / y_scale));
  const Tensor y = quantized(DType::uint8, Reals(xt::rint(values / y_scale)),
                             scalar_array(double(y_zero_point)));
  return {y, scalar(DType::float32, y_scale), scalar(DType::uint8, y_zero_point)};
}

// max x − min x exceeds float where x does not: the range is infinite, or is a real number.
void open_overflow(Opening& open) {
  const Values others = with_exact_range(open.call.tensor("x"));
  for (size_t i = 0; i < open.output_count(); ++i) {
    open.output(i) = either_of(open.output(i), "overflow", "infinite", "exact",
                               [&] { return others[i].tensor(); });
  }
}

// A quotient that is NaN becomes an end of the range.
Tensor nan_in_range(const Tensor& Y, std::string_view point, const Where& where) {
  return choice(Y, point, where, "zero", constants(Y.dtype(), {{"greatest", 255}}));
}

// Such a quotient have infinite elements, and all where min x is infinite.
void open_infinities(Opening& open, const Reals& x) {
  const bool below = xt::any(Bools(xt::equal(x, -infinity)));
  Tensor& y_zero_point = open.output(2);
  open.Y =
      nan_in_range(open.Y, "inf", [&] { return Bools(xt::isinf(x) || full(x.shape(), below)); });
  y_zero_point = nan_in_range(y_zero_point, "inf", all(y_zero_point, below));
}

// A range of 0, or one that a float does not tell from it, has the scale 0, or another one that is
// not greater than 1; 0/0 is NaN. So is a scale of NaNs, unless these are left out.
void open_scales(Opening& open, const Reals& x, double scale) {
  const bool none = x.size() == 0, zero = !none && scale == 0, nan = std::isnan(scale);
  const auto to_one = [&] {
    return Ends{scalar(DType::float32, 0.0),
                scalar(DType::float32, 1.0),
                {scalar(DType::float32, std::nan(""))}};
  };
  const Values ignored = open.all_again({{"x", without_nan(open.call.tensor("x"), 0)}});
  Tensor& y_scale = open.output(1);
  y_scale = between(y_scale, "zero_divisor", all(y_scale, zero), to_one);
  y_scale = between(y_scale, "empty", all(y_scale, none), to_one);
  for (size_t i = 0; i < open.output_count(); ++i) {
    Tensor& Y = open.output(i);
    std::vector<Option> others = constants(Y.dtype(), {{"greatest", 255}});
    if (i == 1) others.clear();
    others.push_back({"ignore", [&ignored, i] { return ignored[i].tensor(); }});
    Y = choice(Y, "nan", all(Y, nan), "propagate", others);
    if (i == 1) continue;
    Y = nan_in_range(Y, "zero_divisor", all(Y, zero));
    Y = nan_in_range(Y, "empty", all(Y, none));
  }
}

void dynamic_quantize_linear(Opening& open) {
  const Reals x = open.call.tensor("x").as<double>();
  const double y_scale = open.output(1).item<double>();
  if (!std::isinf(y_scale)) return open_scales(open, x, y_scale);
  xt::any(Bools(xt::isinf(x))) ? open_infinities(open, x) : open_overflow(open);
}

const Open op("DynamicQuantizeLinear", dynamic_quantize_linear);

}  // namespace
}  // namespace etalon
