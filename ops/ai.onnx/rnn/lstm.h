// What LSTM shares with DynamicQuantizeLSTM, whose products are others.
#pragma once

#include "ops/ai.onnx/rnn/recurrent.h"

namespace etalon {

enum LstmGate : size_t { input, output, forget, cell };  // as in W[iofc]; P has the first three

// A function that gives XtW and HtR of all gates at a step, from Xt·Wᵀ and the state H; compiled
// once for each number type.
class LstmProducts {
 public:
  template <class R>
  using Both = std::pair<GateProducts<R>, GateProducts<R>>;

  template <class F>
  explicit LstmProducts(const F& f)
      : f_(&f), of_{run<Ball, F>, run<WideBall, F>, run<ArbBall, F>} {}

  template <class R>
  Both<R> operator()(const Direction& d, const GateProducts<R>& XtW, const Array<R>& H) const {
    return std::get<Run<R>>(of_)(f_, d, XtW, H);
  }

 private:
  template <class R>
  using Run = Both<R> (*)(const void* f, const Direction& d, const GateProducts<R>& XtW,
                          const Array<R>& H);
  template <class R, class F>
  static Both<R> run(const void* f, const Direction& d, const GateProducts<R>& XtW,
                     const Array<R>& H) {
    return (*static_cast<const F*>(f))(d, XtW, H);
  }

  const void* f_;
  std::tuple<Run<Ball>, Run<WideBall>, Run<ArbBall>> of_;
};

// Y, Y_h and Y_c.
Values lstm(const Call& call, const LstmProducts& products);

}  // namespace etalon
