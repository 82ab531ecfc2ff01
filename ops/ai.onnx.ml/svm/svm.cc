#include "ops/ai.onnx.ml/svm/svm.h"

#include <algorithm>
#include <cmath>

#include "engine/values/evaluation.h"

namespace etalon {
namespace {

// |x|² for each row x of X.
template <class R>
Array<R> squared_lengths(const Array<R>& X) {
  Array<R> lengths = empty_array<R>({X.shape()[0]});
  for (size_t n = 0; n < lengths.size(); ++n) {
    const Array<R> x = xt::view(X, n);
    lengths(n) = inner(x, x);
  }
  return lengths;
}

// |x|² - 2 x·y + |y|² for each row x of X and y of Y: quick, where there are bits to lose.
template <class R>
Array<R> expanded_distances(const Array<R>& X, const Reals& Y) {
  const Reals columns = -2 * xt::transpose(Y);
  Array<R> distances = matmul(X, columns);
  const Array<R> x = squared_lengths(X), y = squared_lengths(carriers_of<R>(Y));
  R* distance = distances.data();
  for (size_t n = 0; n < x.size(); ++n) {
    for (size_t v = 0; v < y.size(); ++v, ++distance) *distance += x.data()[n] + y.data()[v];
  }
  return distances;
}

// |x - y|² for each row x of X and y of Y.
template <class R>
Array<R> squared_distances(const Array<R>& X, const Reals& Y) {
  if constexpr (std::same_as<R, ArbBall>) {
    const bool finite = std::all_of(X.begin(), X.end(), [](const R& x) { return is_finite(x); });
    if (finite && !evaluation().rounding) return expanded_distances(X, Y);
  } else if constexpr (std::same_as<R, WideBall>) {
    return expanded_distances(X, Y);
  }
  Array<R> distances = empty_array<R>({X.shape()[0], Y.shape()[0]});
  each_index(distances.shape(), [&](const Shape& index) {
    const size_t n = index[0], v = index[1];
    R sum = 0;
    for (size_t f = 0; f < X.shape()[1]; ++f) {
      const R difference = X(n, f) - Y(v, f);
      sum += difference * difference;
    }
    distances(n, v) = sum;
  });
  return distances;
}

// base^degree. A small whole power is a product, of a base that is negative or not exact, too.
template <class R>
R power(const R& base, double degree) {
  constexpr double small = 64;
  if (!(degree >= 0 && degree <= small && degree == std::trunc(degree))) {
    return real::pow(base, R(degree));
  }
  R result = 1;
  for (double n = 0; n < degree; ++n) result = result * base;
  return result;
}

}  // namespace

Kernel kernel_of(const Call& call, size_t count, size_t features) {
  Kernel kernel{call.choice<KernelType>("kernel_type", {{"LINEAR", KernelType::linear},
                                                        {"POLY", KernelType::poly},
                                                        {"RBF", KernelType::rbf},
                                                        {"SIGMOID", KernelType::sigmoid}})};
  if (kernel.type != KernelType::linear) {
    const std::vector<double> params = call.reals("kernel_params");
    if (params.size() != 3) throw InvalidInput("there are {} kernel_params, not 3", params.size());
    kernel.gamma = params[0];
    kernel.coef0 = params[1];
    kernel.degree = params[2];
  }
  const std::vector<double> vectors = call.reals("support_vectors");
  if (vectors.size() != element_count({count, features})) {
    throw InvalidInput("support_vectors has {} elements for {} vectors of {} features",
                       vectors.size(), count, features);
  }
  kernel.vectors = array_of(vectors, {count, features});
  return kernel;
}

template <class R>
Array<R> kernel_values(const Kernel& kernel, const Array<R>& X) {
  if (kernel.type == KernelType::rbf) {
    const R factor = -kernel.gamma;
    return by_element(squared_distances(X, kernel.vectors),
                      [&](const R& distance) { return real::exp(factor * distance); });
  }
  const Reals columns = xt::transpose(kernel.vectors);
  const Array<R> products = matmul(X, columns);
  if (kernel.type == KernelType::linear) return products;
  return by_element(products, [&](const R& product) {
    const R argument = kernel.gamma * product + kernel.coef0;
    return kernel.type == KernelType::poly ? power(argument, kernel.degree) : real::tanh(argument);
  });
}

template Array<Ball> kernel_values(const Kernel&, const Array<Ball>&);
template Array<WideBall> kernel_values(const Kernel&, const Array<WideBall>&);
template Array<ArbBall> kernel_values(const Kernel&, const Array<ArbBall>&);

}  // namespace etalon
