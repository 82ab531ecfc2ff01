// What the support vector machines share: the kernel between samples and support vectors.
#pragma once

#include <cmath>

#include "ops/ai.onnx.ml/scores.h"

namespace etalon {

// x · y for rows of `features` elements.
inline double dot(const double* x, const double* y, size_t features) {
  double sum = 0;
  for (size_t f = 0; f < features; ++f) sum += x[f] * y[f];
  return sum;
}

// K(x, y) with kernel_params (gamma, coef0, degree):
//   LINEAR    x · y
//   POLY      (gamma x · y + coef0)^degree
//   RBF       exp(-gamma |x - y|²)
//   SIGMOID   tanh(gamma x · y + coef0)
class Kernel {
 public:
  explicit Kernel(const Call& call) : type_(type_named(call.text("kernel_type"))) {
    if (type_ == linear) return;
    const std::vector<double> params = call.reals("kernel_params");
    if (params.size() != 3) throw InvalidInput("there are {} kernel_params, not 3", params.size());
    gamma_ = params[0];
    coef0_ = params[1];
    degree_ = params[2];
  }

  double operator()(const double* x, const double* y, size_t features) const {
    if (type_ == rbf) {
      double distance = 0;
      for (size_t f = 0; f < features; ++f) distance += (x[f] - y[f]) * (x[f] - y[f]);
      return std::exp(-gamma_ * distance);
    }
    const double product = dot(x, y, features);
    if (type_ == linear) return product;
    const double argument = gamma_ * product + coef0_;
    return type_ == poly ? std::pow(argument, degree_) : std::tanh(argument);
  }

 private:
  enum KernelType { linear, poly, rbf, sigmoid };

  static KernelType type_named(const std::string& kernel_type) {
    if (kernel_type == "LINEAR") return linear;
    if (kernel_type == "POLY") return poly;
    if (kernel_type == "RBF") return rbf;
    if (kernel_type == "SIGMOID") return sigmoid;
    throw InvalidInput("kernel_type '{}' is none of LINEAR, POLY, RBF and SIGMOID", kernel_type);
  }

  KernelType type_;
  double gamma_ = 0, coef0_ = 0, degree_ = 0;
};

// K(X[n], vectors[v]) for every sample n and each of `count` support vectors v.
inline Reals kernel_values(const Call& call, const Reals& X, size_t count) {
  const Kernel kernel(call);
  const std::vector<double> vectors = call.reals("support_vectors");
  const size_t features = X.shape()[1];
  if (vectors.size() != element_count({count, features})) {
    throw InvalidInput("support_vectors has {} elements for {} vectors of {} features",
                       vectors.size(), count, features);
  }
  Reals K = empty_array<double>({X.shape()[0], count});
  for (size_t i = 0; i < K.size(); ++i) {
    const double* x = X.data() + i / count * features;
    K.data()[i] = kernel(x, vectors.data() + i % count * features, features);
  }
  return K;
}

}  // namespace etalon
