// MatMul, MatMulInteger and Gemm by the engine's matrix products: sums whose digits are decided one
// by one; where bounds are wanted, with their bounds.
#pragma once

#include "engine/operators/rooms.h"
#include "ops/ai.onnx/math/gemm.h"

namespace etalon {

std::optional<Values> matmul_product(const Call& call);
std::optional<Values> matmul_integer_product(const Call& call);
std::optional<Values> gemm_product(const Call& call);

// alpha · A' · B' + beta · C of floats.
Tensor gemm_of_reals(const Gemm& of);
// The same of integers, truncated: with factors that are not whole.
Tensor truncated_gemm(Gemm of);

}  // namespace etalon
