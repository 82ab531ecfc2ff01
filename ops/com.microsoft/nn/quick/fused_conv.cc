#include "ops/com.microsoft/nn/quick/fused_conv.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

std::optional<Values> fused_conv(const Call& call) {
  const Window window = convolution_window(call, call.tensor("X"), call.tensor("W"));
  return fused_conv_product(call, window, []<class R>(const R& sum, size_t) -> R { return sum; });
}

const Quick op("FusedConv", fused_conv);

}  // namespace
}  // namespace etalon
