// What the support vector machines share: the kernel between samples and support vectors.
#pragma once

#include "engine/numerics/matmul.h"
#include "engine/numerics/numerics.h"
#include "ops/ai.onnx.ml/scores.h"

namespace etalon {

// K(X[n], support_vectors[v]) for every sample n and each of `count` support vectors v: [N, count].
// By kernel_type, with kernel_params (gamma, coef0, degree):
//   LINEAR    K(x, y) = x · y
//   POLY      K(x, y) = (gamma x · y + coef0)^degree
//   RBF       K(x, y) = exp(-gamma |x - y|²)
//   SIGMOID   K(x, y) = tanh(gamma x · y + coef0)
// Throws InvalidInput for attributes that do not fit.
Reals kernel_values(const Call& call, const Reals& X, size_t count);

}  // namespace etalon
