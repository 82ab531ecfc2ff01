// CDist also as |a|² + |b|² − 2ab, and 0 where that is below.
#include "ops/com.microsoft/math/cdist.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/runtime_type.h"

namespace etalon {
namespace {

// √x of what may be below 0, which then counts as 0.
ArbBall root_of(const ArbBall& x) {
  const double low = std::max(x.middle() - x.radius(), 0.0);
  const double high = std::max(x.middle() + x.radius(), 0.0);
  return hull(real::sqrt(ArbBall(low)), real::sqrt(ArbBall(high)));
}

std::optional<Values> expanded(const Call& call) {
  const Distances of(call);
  const Array<ArbBall> A = elements_of<ArbBall>(of.A), B = elements_of<ArbBall>(of.B);
  const size_t K = of.B.dim(0), N = of.A.dim(1);
  Array<ArbBall> C = empty_array<ArbBall>(of.shape());
  for (size_t i = 0; i < C.size(); ++i) {
    const size_t m = i / K, k = i % K;
    Sum<ArbBall> direct, squares, products;
    for (size_t n = 0; n < N; ++n) {
      const ArbBall difference = A(m, n) - B(k, n);
      direct.add(difference * difference);
      squares.add(A(m, n) * A(m, n));
      squares.add(B(k, n) * B(k, n));
      products.add(A(m, n) * B(k, n));
    }
    const ArbBall either = hull(direct.result(), squares.result() - 2 * products.result());
    const ArbBall square = hull(maximum(either, ArbBall(0)), direct.result());
    C.data()[i] = of.root ? root_of(square) : square;
  }
  return Values{rounded(of.A.dtype(), C)};
}

const Bounds op("CDist", expanded);

}  // namespace
}  // namespace etalon
