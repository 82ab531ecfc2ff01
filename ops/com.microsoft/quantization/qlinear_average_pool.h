// QLinearAveragePool: X with the channels in front, and what its windows count.
#pragma once

#include "ops/ai.onnx/nn/average_pool.h"
#include "ops/com.microsoft/channels_last.h"
#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {

struct PoolOperands {
  explicit PoolOperands(const Call& call)
      : channels_are_last(call.flag("channels_last")),
        X(channels_are_last ? channels_first(call.tensor("X")) : call.tensor("X")),
        window(pool_window(call, X)),
        counts(elements_counted(window, call.flag("count_include_pad"))) {}

  bool any_padding_window() const {
    return std::find(counts.begin(), counts.end(), 0) != counts.end();
  }
  // Y with its channels where X has them.
  Tensor as_given(const Tensor& Y) const { return channels_are_last ? channels_last(Y) : Y; }

  bool channels_are_last;
  Tensor X;
  Window window;
  Ints counts;  // of each window: [1, 1, output…]
};

}  // namespace etalon
