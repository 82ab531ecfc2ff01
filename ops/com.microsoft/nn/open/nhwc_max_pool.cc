// NhwcMaxPool: a window of padding alone, and padding below 0.
#include "engine/numerics/window_sums.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/nn/pooling.h"
#include "ops/com.microsoft/channels_last.h"
#include "ops/com.microsoft/negative_padding.h"

namespace etalon {
namespace {

void windows_of_padding(Opening& open) {
  const Tensor X = channels_first(open.call.tensor("x"));
  const Window window = pool_window(open.call, X);
  const auto of_padding = [&] {
    const Bools none = xt::equal(elements_read(window), int64_t{0});
    const Shape shape = output_shape(X.dim(0), X.dim(1), window);
    return channels_last(broadcast_to(Tensor::of(DType::boolean, none), shape)).as<bool>();
  };
  const auto least = [&] { return scalar(X.dtype(), lowest(X.dtype())); };
  open.Y = choice(open.Y, "padding_window", of_padding, "zero", {{"least", least}});
  open_negative_padding(open, "x", window, 1);
}

const Open op("NhwcMaxPool", windows_of_padding);

}  // namespace
}  // namespace etalon
