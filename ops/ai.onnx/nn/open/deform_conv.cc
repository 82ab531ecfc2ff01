// DeformConv.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// True for the elements of Y with an offset that is NaN.
Bools without_location(const Tensor& offset, const Tensor& Y) {
  const size_t outputs = split_at(Y.shape(), 2).after;
  const Reals nan =
      xt::cast<double>(nans(offset.reshaped({offset.dim(0), offset.dim(1), outputs})));
  Bools any = Bools(sum_over(nan, {1}) > 0.0);  // [N, 1, |o|]
  Bools open = broadcast_array(any, {Y.dim(0), Y.dim(1), outputs});
  open.reshape(Y.shape());
  return open;
}

void deform_conv(Opening& open) {
  const Tensor Y = open.Y;
  const Tensor& offset = open.call.tensor("offset");
  const auto outside = [&] { return open.again({{"offset", without_nan(offset, infinity)}}); };
  const auto nan = [&] { return scalar(Y.dtype(), std::nan("")); };
  open.Y = choice(Y, "nan_offset", [&] { return without_location(offset, Y); }, "zero",
                  {{"outside", outside}, {"nan", nan}});
  const auto largest = [&] { return open.again({"X", "W", "mask", "B"}, magnitudes).as<double>(); };
  open.Y = sum_or_exact(open.Y, "overflow", largest, [&] {
    const Reals steps = largest();
    return Sides{steps, steps};
  });
}

const Open op("DeformConv", deform_conv);

}  // namespace
}  // namespace etalon
