#include "ops/ai.onnx.ml/svm/machine.h"

namespace etalon {
namespace {

std::vector<size_t> first_vectors(const Call& call, size_t classes) {
  const std::vector<int64_t> vectors_per_class = call.ints("vectors_per_class");
  if (vectors_per_class.size() != classes) {
    throw InvalidInput("vectors_per_class has {} elements for {} classes", vectors_per_class.size(),
                       classes);
  }
  std::vector<size_t> first = {0};
  for (const int64_t count : vectors_per_class) {
    if (count < 0) throw InvalidInput("vectors_per_class holds {}", count);
    first.push_back(element_count({first.back() + static_cast<size_t>(count)}));
  }
  return first;
}

}  // namespace

Machine machine_of(const Call& call, size_t classes) {
  const std::vector<size_t> first = first_vectors(call, classes);
  const std::vector<double> coefficients = call.reals("coefficients");
  const Shape wanted{classes - 1, first.back()};
  if (coefficients.size() != element_count(wanted)) {
    throw InvalidInput("there are {} coefficients where {} are needed", coefficients.size(),
                       element_count(wanted));
  }
  Machine machine{classes,
                  classes * (classes - 1) / 2,
                  first,
                  array_of(coefficients, wanted),
                  call.reals("rho"),
                  call.reals("prob_a"),
                  call.reals("prob_b")};
  const size_t probabilities = machine.prob_a.size();
  if (machine.rho.size() != machine.pairs || probabilities != machine.prob_b.size() ||
      (probabilities != 0 && probabilities != machine.pairs)) {
    throw InvalidInput("there are {} rho, {} prob_a and {} prob_b for {} pairs of classes",
                       machine.rho.size(), probabilities, machine.prob_b.size(), machine.pairs);
  }
  return machine;
}

Reals feature_weights(const Call& call, size_t classes, size_t features) {
  const std::vector<double> coefficients = call.reals("coefficients");
  const std::vector<double> rho = call.reals("rho");
  if (coefficients.size() != element_count({classes, features}) || rho.empty()) {
    throw InvalidInput("there are {} coefficients and {} rho for {} classes of {} features",
                       coefficients.size(), rho.size(), classes, features);
  }
  if (!call.reals("prob_a").empty()) {
    throw Unspecified("there are probabilities of pairs but no decision values of pairs");
  }
  const Reals rows = array_of(coefficients, {classes, features});
  return xt::transpose(rows);
}

}  // namespace etalon
