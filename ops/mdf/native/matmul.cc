// MatMul(A, B) = A @ B as NumPy has it: the last two axes are matrices, leading ones broadcast; a
// rank-1 A is a row, a rank-1 B a column, and the result lacks that axis. In float64, unlike
// onnx::MatMul.
#include "engine/numerics/matmul.h"

#include "engine/mdf/standard_function.h"

namespace etalon::mdf {
namespace {

Value product(const FunctionCall& call) { return matmul(call.float64("A"), call.float64("B")); }

const StandardFunction op(FunctionKind::native, "MatMul", "0.2", {"A", "B"}, "A @ B", product);

}  // namespace
}  // namespace etalon::mdf
