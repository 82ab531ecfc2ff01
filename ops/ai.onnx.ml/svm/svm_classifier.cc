// SVMClassifier, in LIBSVM's arrangement: the support vectors stand class by class, and each pair
// of classes i < j, in the order (0,1), (0,2), …, (1,2), …, has a decision value d_ij:
//
//   part(c, row) = Σ_{v of class c} coefficients[row, v] · K(X, v)
//   d_ij         = part(i, j - 1) + part(j, i) + rho_ij
//
// A pair votes for class i where d_ij is positive, else for j; Y is the first label of most votes.
//   1         Z = post_transform of: the probabilities of the classes where there are prob_a and
//             prob_b; else -d and d, of two classes; else the decision values.
//             Without support vectors: of X · coefficientsᵀ + rho[0], whose top class is Y
//
// The specification leaves all of this open; it is how models are exported and how the other
// runtimes read them. Source: C.-C. Chang and C.-J. Lin, LIBSVM: A Library for Support Vector
// Machines, 2011.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ops/ai.onnx.ml/svm/svm.h"

namespace etalon {
namespace {

struct Machine {
  size_t classes, pairs;
  std::vector<size_t> first;  // of each class, its first support vector; at the end, their number
  Reals coefficients;         // [classes - 1, support vectors]
  std::vector<double> rho, prob_a, prob_b;  // by pair; prob_a and prob_b may be empty
};

// Calls visit(pair, i, j) for each pair of classes, in order.
template <class Visit>
void each_pair(size_t classes, Visit visit) {
  size_t pair = 0;
  for (size_t i = 0; i < classes; ++i) {
    for (size_t j = i + 1; j < classes; ++j) visit(pair++, i, j);
  }
}

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

// d [N, pairs], from the kernel's values K [N, support vectors].
Reals decision_values(const Machine& machine, const Reals& K) {
  Reals d = empty_array<double>({K.shape()[0], machine.pairs});
  for (size_t n = 0; n < K.shape()[0]; ++n) {
    const auto part = [&](size_t c, size_t row) {
      double sum = 0;
      for (size_t v = machine.first[c]; v < machine.first[c + 1]; ++v) {
        sum += machine.coefficients(row, v) * K(n, v);
      }
      return sum;
    };
    each_pair(machine.classes, [&](size_t pair, size_t i, size_t j) {
      d(n, pair) = part(i, j - 1) + part(j, i) + machine.rho[pair];
    });
  }
  return d;
}

size_t most_votes(const Machine& machine, const Reals& d, size_t n) {
  std::vector<size_t> votes(machine.classes);
  each_pair(machine.classes,
            [&](size_t pair, size_t i, size_t j) { ++votes[d(n, pair) > 0 ? i : j]; });
  return static_cast<size_t>(std::max_element(votes.begin(), votes.end()) - votes.begin());
}

// Platt's r_ij = P(i | i or j) = 1 / (1 + exp(prob_a · d_ij + prob_b)), kept off 0 and 1.
Reals pairwise(const Machine& machine, const Reals& d, size_t n) {
  Reals r = full({machine.classes, machine.classes}, 0.0);
  each_pair(machine.classes, [&](size_t pair, size_t i, size_t j) {
    const double exponent = machine.prob_a[pair] * d(n, pair) + machine.prob_b[pair];
    r(i, j) = std::clamp(1 / (1 + std::exp(exponent)), 1e-7, 1 - 1e-7);
    r(j, i) = 1 - r(i, j);
  });
  return r;
}

// pᵀQp = Σ_{i<j} (r_ji p_i - r_ij p_j)².
Reals quadratic_form(const Reals& r) {
  Reals Q = full(r.shape(), 0.0);
  for (size_t t = 0; t < r.shape()[0]; ++t) {
    for (size_t j = 0; j < r.shape()[0]; ++j) {
      if (j == t) continue;
      Q(t, t) += r(j, t) * r(j, t);
      Q(t, j) = -r(j, t) * r(t, j);
    }
  }
  return Q;
}

double inner(const Reals& a, const Reals& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// The p that minimises pᵀQp with Σ p = 1, iterated as LIBSVM does: from equal p, one p_t after the
// other, until every |(Qp)_t - pᵀQp| is below 0.005 / k. Source: T.-F. Wu, C.-J. Lin and
// R. C. Weng, Probability estimates for multi-class classification by pairwise coupling, 2004,
// algorithm 2.
Reals coupled(const Reals& r) {
  const Reals Q = quadratic_form(r);
  const size_t k = r.shape()[0];
  Reals p = full({k}, 1 / static_cast<double>(k));
  for (size_t round = 0; round < std::max<size_t>(100, k); ++round) {
    Reals Qp = matmul(Q, p);
    double pQp = inner(p, Qp);
    const auto settled = [&](double each) {
      return std::fabs(each - pQp) < 0.005 / static_cast<double>(k);
    };
    if (std::all_of(Qp.begin(), Qp.end(), settled)) break;
    for (size_t t = 0; t < k; ++t) {
      const double change = (pQp - Qp(t)) / Q(t, t);
      const double total = 1 + change;
      p(t) += change;
      for (size_t j = 0; j < k; ++j) {
        p(j) /= total;
        Qp(j) = (Qp(j) + change * Q(j, t)) / total;
      }
      pQp = inner(p, Qp);
    }
  }
  return p;
}

// [N, classes].
Reals probabilities(const Machine& machine, const Reals& d) {
  Reals all = empty_array<double>({d.shape()[0], machine.classes});
  for (size_t n = 0; n < d.shape()[0]; ++n) {
    const Reals p = coupled(pairwise(machine, d, n));
    for (size_t c = 0; c < machine.classes; ++c) all(n, c) = p(c);
  }
  return all;
}

Reals scores_of(const Machine& machine, const Reals& d) {
  if (!machine.prob_a.empty()) return probabilities(machine, d);
  return machine.classes == 2 ? two_sided(d) : d;
}

Values by_support_vectors(const Call& call, const Tensor& labels, const Reals& X) {
  const Machine machine = machine_of(call, labels.size());
  const Reals d = decision_values(machine, kernel_values(call, X, machine.first.back()));
  std::vector<size_t> winners;
  for (size_t n = 0; n < d.shape()[0]; ++n) winners.push_back(most_votes(machine, d, n));
  const Reals Z = transformed(scores_of(machine, d), post_transform(call));
  return {pick(labels, 0, winners), Tensor::of(DType::float32, Z)};
}

Values by_features(const Call& call, const Tensor& labels, const Reals& X) {
  const std::vector<double> coefficients = call.reals("coefficients");
  const std::vector<double> rho = call.reals("rho");
  const size_t features = X.shape()[1];
  const size_t classes = labels.size();
  if (coefficients.size() != element_count({classes, features}) || rho.empty()) {
    throw InvalidInput("there are {} coefficients and {} rho for {} classes of {} features",
                       coefficients.size(), rho.size(), classes, features);
  }
  if (!call.reals("prob_a").empty()) {
    throw Unspecified("there are probabilities of pairs but no decision values of pairs");
  }
  const Reals W = array_of(coefficients, {classes, features});
  const Reals scores = matmul(X, Reals(xt::transpose(W))) + rho[0];
  return classified(labels, scores, post_transform(call));
}

Values svm_classifier(const Call& call) {
  const Tensor labels = class_labels(call, "classlabels_ints");
  const Reals X = feature_rows(call.tensor("X"));
  return call.reals("support_vectors").empty() ? by_features(call, labels, X)
                                               : by_support_vectors(call, labels, X);
}

const Operator op("SVMClassifier", svm_classifier, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
