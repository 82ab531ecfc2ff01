// SVMClassifier's attributes.
#pragma once

#include <vector>

#include "ops/ai.onnx.ml/svm/svm.h"

namespace etalon {

struct Machine {
  size_t classes, pairs;
  std::vector<size_t> first;  // of each class, its first support vector; at the end, their number
  Reals coefficients;         // [classes - 1, support vectors]
  std::vector<double> rho, prob_a, prob_b;  // by pair; prob_a and prob_b may be empty
};

// The machine of the attributes. Throws InvalidInput for attributes that do not fit.
Machine machine_of(const Call& call, size_t classes);

// Without support vectors: coefficientsᵀ [features, classes]. Throws InvalidInput for attributes
// that do not fit, Unspecified where there are prob_a.
Reals feature_weights(const Call& call, size_t classes, size_t features);

// Calls visit(pair, i, j) for each pair of classes, in order.
template <class Visit>
void each_pair(size_t classes, Visit visit) {
  size_t pair = 0;
  for (size_t i = 0; i < classes; ++i) {
    for (size_t j = i + 1; j < classes; ++j) visit(pair++, i, j);
  }
}

}  // namespace etalon
