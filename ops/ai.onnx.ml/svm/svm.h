// What the support vector machines share: the kernel between samples and support vectors.
#pragma once

#include "engine/numerics/matmul.h"
#include "ops/ai.onnx.ml/scores.h"

namespace etalon {

enum class KernelType { linear, poly, rbf, sigmoid };

struct Kernel {
  KernelType type = KernelType::linear;
  double gamma = 0, coef0 = 0, degree = 0;
  Reals vectors{};  // [support vectors, F]
};

// The kernel of the attributes kernel_type, kernel_params (gamma, coef0, degree) and
// support_vectors, which are `count` vectors. Throws InvalidInput for attributes that do not fit.
Kernel kernel_of(const Call& call, size_t count, size_t features);

// K(X[n], vectors[v]) for every sample n and each support vector v: [N, support vectors].
//   LINEAR    K(x, y) = x · y
//   POLY      K(x, y) = (gamma x · y + coef0)^degree
//   RBF       K(x, y) = exp(-gamma |x - y|²)
//   SIGMOID   K(x, y) = tanh(gamma x · y + coef0)
template <class R>
Array<R> kernel_values(const Kernel& kernel, const Array<R>& X);

}  // namespace etalon
