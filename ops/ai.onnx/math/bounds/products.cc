// MatMul, MatMulInteger and Gemm: the bounds of their sums, from the norms of rows and columns, and
// samples of them.
#include "ops/ai.onnx/math/quick/products.h"
#include "ops/ai.onnx/kept_sums.h"

namespace etalon {
namespace {

std::optional<Values> bounded_gemm(const Call& call) {
  std::optional<Values> outputs = gemm_product(call);
  if (outputs && is_float(outputs->at(0).tensor().dtype())) {
    outputs->at(0) = kept_sums(outputs->at(0).tensor());
  }
  return outputs;
}

std::optional<Values> sampled_gemm(const Call& call) {
  std::optional<Values> outputs = gemm_product(call);
  if (outputs) outputs->at(0) = kept_samples(outputs->at(0).tensor());
  return outputs;
}

const Bounds op[] = {
    {"MatMul", matmul_product}, {"MatMulInteger", matmul_integer_product}, {"Gemm", bounded_gemm}};

const Sampled sampled_products[] = {{"MatMul", matmul_product}, {"Gemm", sampled_gemm}};

}  // namespace
}  // namespace etalon
