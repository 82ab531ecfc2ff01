// Hardmax: output = 1 for the first maximum (the first NaN, if there is one), 0 for all others.
//   1, 11     input is first flattened to 2-D at `axis` (default 1); the maximum is that of the
//             whole tail; 11: negative axes
//   13        along `axis` alone (default -1)
#include <cmath>

#include "ops/ai.onnx/lines.h"
#include "ops/ai.onnx/math/softmax.h"

namespace etalon {
namespace {

Reals hardmax_along(const Reals& x, size_t axis) {
  Reals output = full(x.shape(), 0.0);
  const Lines lines(x.shape(), axis);
  for (size_t n = 0; n < lines.count(); ++n) {
    const Line line = lines[n];
    size_t first = 0;
    for (size_t i = 1; i < line.size; ++i) {
      const double greatest = x.data()[line[first]];
      if (!std::isnan(greatest) && !(x.data()[line[i]] <= greatest)) first = i;
    }
    output.data()[line[first]] = 1;
  }
  return output;
}

Values hardmax(const Call& call) { return along_axis(call, hardmax_along); }

const Operator op("Hardmax", hardmax, {1, 11, 13});

}  // namespace
}  // namespace etalon
