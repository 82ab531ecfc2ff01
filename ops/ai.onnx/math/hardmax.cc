// Hardmax: output = 1 for the first maximum (the first NaN, if there is one), 0 for all others.
//   1, 11     input is first flattened to 2-D at `axis` (default 1); the maximum is that of the
//             whole tail; 11: negative axes
//   13        along `axis` alone (default -1)
#include <cmath>

#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/softmax.h"

namespace etalon {
namespace {

Tensor hardmax_of(const Tensor& lines) {
  const Reals x = lines.as<double>();
  Reals output = full(x.shape(), 0.0);
  for (size_t n = 0; n < x.shape()[0] && x.size() > 0; ++n) {
    size_t first = 0;
    for (size_t i = 1; i < x.shape()[1]; ++i) {
      if (!std::isnan(x(n, first)) && !(x(n, i) <= x(n, first))) first = i;
    }
    output(n, first) = 1;
  }
  return Tensor::decided(lines.dtype(), output);
}

Bools nan_in_line(const Tensor& lines) {
  const Reals x = lines.as<double>();
  const Reals count = sum_over(Reals(xt::cast<double>(xt::isnan(x))), {1});
  return broadcast_array(Bools(count > 0.0), x.shape());
}

Values hardmax(const Call& call) {
  const Tensor output = along_axis(call, hardmax_of)[0].tensor();
  return {anything(output, "nan", [&] {
    return along_axis(call,
                      [](const Tensor& lines) {
                        return Tensor::of(DType::boolean, nan_in_line(lines));
                      })[0]
        .tensor()
        .as<bool>();
  })};
}

const Operator op("Hardmax", hardmax, {1, 11, 13});

}  // namespace
}  // namespace etalon
