// What the operators that move elements leave open.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// Whether reflect takes more entries than there are, and so reflects some again.
bool reflects_again(const Call& call) {
  const Tensor& data = call.tensor("data");
  const std::vector<int64_t> pads = call.tensor("pads").ints();
  if (call.text("mode") != "reflect") return false;
  for (size_t axis = 0; axis < data.rank(); ++axis) {
    const int64_t begin = pads[axis], end = pads[data.rank() + axis], none = 0;
    const int64_t size = int64_t(data.dim(axis)) + std::min(begin, none) + std::min(end, none);
    if (std::max(begin, end) > 0 && std::max(begin, end) >= size) return true;
  }
  return false;
}

void pad(Opening& open) {
  open.Y = no_result(open.Y, "reflect_again",
                     [&] { return full(open.Y.shape(), reflects_again(open.call)); });
}

// NaNs may also be equal.
void unique(Opening& open) {
  const Tensor& x = open.call.tensor("x");
  const bool has_nan = is_float(x.dtype()) && xt::any(nans(x));
  for (size_t i = 0; i < open.output_count(); ++i) {
    open.output(i) = any_shape(open.output(i), "nan", has_nan);
  }
}

const Open op[] = {{"Pad", pad}, {"Unique", unique}};

}  // namespace
}  // namespace etalon
