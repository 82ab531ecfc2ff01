#include "ops/ai.onnx.ml/svm/svm.h"

#include <cmath>

namespace etalon {
namespace {

enum class KernelType { linear, poly, rbf, sigmoid };

// |x - y|² for each row x of X and y of Y.
Reals squared_distances(const Reals& X, const Reals& Y) {
  Reals distances = full({X.shape()[0], Y.shape()[0]}, 0.0);
  each_index(distances.shape(), [&](const Shape& index) {
    const size_t n = index[0], v = index[1];
    for (size_t f = 0; f < X.shape()[1]; ++f) {
      const double difference = X(n, f) - Y(v, f);
      distances(n, v) += difference * difference;
    }
  });
  return distances;
}

// x · y for each row x of X and y of Y.
Reals products(const Reals& X, const Reals& Y) { return matmul(X, Reals(xt::transpose(Y))); }

Reals support_vectors(const Call& call, size_t count, size_t features) {
  const std::vector<double> vectors = call.reals("support_vectors");
  if (vectors.size() != element_count({count, features})) {
    throw InvalidInput("support_vectors has {} elements for {} vectors of {} features",
                       vectors.size(), count, features);
  }
  return array_of(vectors, {count, features});
}

}  // namespace

Reals kernel_values(const Call& call, const Reals& X, size_t count) {
  const auto kernel_type =
      call.choice<KernelType>("kernel_type", {{"LINEAR", KernelType::linear},
                                              {"POLY", KernelType::poly},
                                              {"RBF", KernelType::rbf},
                                              {"SIGMOID", KernelType::sigmoid}});
  const size_t features = X.shape()[1];
  if (kernel_type == KernelType::linear) return products(X, support_vectors(call, count, features));
  const std::vector<double> params = call.reals("kernel_params");
  if (params.size() != 3) throw InvalidInput("there are {} kernel_params, not 3", params.size());
  const double gamma = params[0], coef0 = params[1], degree = params[2];
  const Reals vectors = support_vectors(call, count, features);
  if (kernel_type == KernelType::rbf) {
    return by_element(squared_distances(X, vectors),
                      [&](double distance) { return std::exp(-gamma * distance); });
  }
  return by_element(products(X, vectors), [&](double product) {
    const double argument = gamma * product + coef0;
    return kernel_type == KernelType::poly ? std::pow(argument, degree) : std::tanh(argument);
  });
}

}  // namespace etalon
