// MatMul, MatMulInteger and Gemm: the bounds of their sums, from the norms of rows and columns, and
// samples of them.
#include "ops/ai.onnx/math/quick/products.h"

namespace etalon {
namespace {

const Bounds op[] = {
    {"MatMul", matmul_product}, {"MatMulInteger", matmul_integer_product}, {"Gemm", gemm_product}};

const Sampled sampled_products[] = {{"MatMul", matmul_product}, {"Gemm", gemm_product}};

}  // namespace
}  // namespace etalon
