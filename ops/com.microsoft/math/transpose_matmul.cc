// TransposeMatMul: Y[…, m, n] = alpha · Σ_k A'[…, m, k] · B'[…, k, n], NumPy's matmul, where A' is
// A with its last two axes exchanged (transA); so B'. FusedMatMul took its place.
//   1
// Of a vector nothing is exchanged: measured of onnxruntime 1.32.0.
#include "ops/com.microsoft/math/fused_matmul.h"

namespace etalon {
namespace {

const Operator op("TransposeMatMul", fused_matmul, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
