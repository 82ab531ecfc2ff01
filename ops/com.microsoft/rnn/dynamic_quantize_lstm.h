// DynamicQuantizeLSTM as an LSTM of integers: X, W and R less their zero points, whose products are
// multiplied with the scales.
#pragma once

#include "engine/operators/delegate.h"
#include "ops/ai.onnx/rnn/lstm.h"

namespace etalon {

// A parameter's scale, for each direction and each column of it.
class GateScales {
 public:
  // `given` is [num_directions], or [num_directions, 4 · hidden_size], of the parameter named X.
  GateScales(const Call& call, const std::string& X);

  // The products of direction d, each times the scales of its gate and `scale`.
  template <class R>
  GateProducts<R> scaled(const Direction& d, GateProducts<R> products, const R& scale) const {
    const size_t direction = d.reversed ? scales_.shape()[0] - 1 : 0;
    for (size_t k = 0; k < products.size(); ++k) {
      const Reals of_gate = xt::view(scales_, direction, k);
      products[k] = products[k] * of_gate * scale;
    }
    return products;
  }

 private:
  Reals scales_;  // [num_directions, 4, hidden_size]
};

struct IntegerLstm {
  // X is in place of the call's, in integers times X_scale.
  IntegerLstm(const Call& call, const Tensor& X, double X_scale);

  // Y, Y_h and Y_c. f gives for the state H its numbers and their scale: std::pair<Array<R>, R>.
  template <class F>
  Values run(F quantized) const {
    const auto products = [&]<class R>(const Direction& d, const GateProducts<R>& XtW,
                                       const Array<R>& H) -> LstmProducts::Both<R> {
      const auto [integers, H_scale] = quantized(H);
      return {W_scale.scaled(d, XtW, R(X_scale)),
              R_scale.scaled(d, d.R[0].products(integers), H_scale)};
    };
    return lstm(of_integers.call(), LstmProducts(products));
  }

  double X_scale;
  GateScales W_scale, R_scale;
  Delegate of_integers;
};

}  // namespace etalon
