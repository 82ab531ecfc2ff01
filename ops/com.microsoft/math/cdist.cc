// CDist: C[m, k] = Σ_n (A[m, n] − B[k, n])² for the metric sqeuclidean, and its square root for
// euclidean.
//   1
// The text names more metrics, those of SciPy, without a formula: they are refused, as onnxruntime
// 1.32.0 does.
#include "ops/com.microsoft/math/cdist.h"

namespace etalon {
namespace {

Values cdist(const Call& call) {
  const Distances of(call);
  const Reader A(of.A), B(of.B);
  const size_t N = A.dim(1);
  return {each_output(of.A.dtype(), of.shape(), [&]<class R>(size_t m, size_t k) -> R {
    Sum<R> sum;
    for (size_t n = 0; n < N; ++n) {
      const R difference = A.at<R>(m, n) - B.at<R>(k, n);
      sum.add(difference * difference);
    }
    return of.root ? R(real::sqrt(sum.result())) : sum.result();
  })};
}

const Operator op("CDist", cdist, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
