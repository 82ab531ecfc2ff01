// QLinearConv as the operator of ai.onnx, which has the channels in front.
#pragma once

#include "engine/operators/delegate.h"
#include "ops/com.microsoft/channels_last.h"

namespace etalon {

struct ConvOperands {
  explicit ConvOperands(const Call& call)
      : channels_are_last(call.flag("channels_last")),
        conv(call, "QLinearConv", 10, operands(call), shared_attributes(call, "QLinearConv", 10)) {}

  // Y with its channels where X has them.
  Tensor as_given(const Tensor& Y) const { return channels_are_last ? channels_last(Y) : Y; }

  bool channels_are_last;
  Delegate conv;

 private:
  static NamedValues operands(const Call& call) {
    const Tensor& x = call.tensor("x");
    NamedValues values = {{"x", call.flag("channels_last") ? channels_first(x) : x}};
    for (const char* input :
         {"x_scale", "x_zero_point", "w", "w_scale", "w_zero_point", "y_scale", "y_zero_point"}) {
      values.emplace_back(input, call.tensor(input));
    }
    if (const Tensor* B = call.maybe("B")) values.emplace_back("B", *B);
    return values;
  }
};

}  // namespace etalon
