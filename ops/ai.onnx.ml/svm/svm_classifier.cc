// SVMClassifier, in LIBSVM's arrangement: the support vectors stand class by class, and for each
// pair of classes i < j, in the order (0,1), (0,2), …, (1,2), …, there is a decision value
//   d_ij = Σ_{v of i} coefficients[j-1, v] · K(X, v) + Σ_{v of j} coefficients[i, v] · K(X, v) +
//   rho
// which votes for class i where it is positive, else for j; Y is the first label of most votes.
//   1         Z = post_transform of: the decision values, of two classes -d and d; with prob_a and
//             prob_b, probabilities; without support vectors, X · coefficientsᵀ + rho[0] by class,
//             of which the top one is Y
//
// The specification leaves all of this open; it is how models are exported and how the other
// runtimes read them. Source: C.-C. Chang and C.-J. Lin, LIBSVM: A Library for Support Vector
// Machines, 2011.
#include <algorithm>

#include "engine/numerics/numerics.h"
#include "ops/ai.onnx.ml/svm/svm.h"

namespace etalon {
namespace {

struct Machine {
  std::vector<double> coefficients, rho, prob_a, prob_b;
  std::vector<size_t> first;  // of each class, its first support vector; at the end, their count
  size_t classes, pairs;
};

size_t support_vectors(const Machine& machine) { return machine.first.back(); }

Machine machine_of(const Call& call, size_t classes) {
  const std::vector<int64_t> vectors_per_class = call.ints("vectors_per_class");
  if (vectors_per_class.size() != classes) {
    throw InvalidInput("vectors_per_class has {} elements for {} classes", vectors_per_class.size(),
                       classes);
  }
  Machine machine{call.reals("coefficients"),
                  call.reals("rho"),
                  call.reals("prob_a"),
                  call.reals("prob_b"),
                  {0},
                  classes,
                  classes * (classes - 1) / 2};
  for (const int64_t count : vectors_per_class) {
    if (count < 0) throw InvalidInput("vectors_per_class holds {}", count);
    machine.first.push_back(element_count({machine.first.back() + size_t(count)}));
  }
  const size_t wanted = element_count({classes - 1, support_vectors(machine)});
  if (machine.coefficients.size() != wanted) {
    throw InvalidInput("there are {} coefficients where {} are needed", machine.coefficients.size(),
                       wanted);
  }
  const size_t probabilities = machine.prob_a.size();
  if (machine.rho.size() != machine.pairs || probabilities != machine.prob_b.size() ||
      (probabilities != 0 && probabilities != machine.pairs)) {
    throw InvalidInput("there are {} rho, {} prob_a and {} prob_b for {} pairs of classes",
                       machine.rho.size(), probabilities, machine.prob_b.size(), machine.pairs);
  }
  return machine;
}

// d_ij, by pair, of one sample: K holds its kernel values.
void decide(const Machine& machine, const double* K, double* d) {
  const size_t count = support_vectors(machine);
  const auto part = [&](size_t of, size_t against) {
    const double* row =
        machine.coefficients.data() + (against > of ? against - 1 : against) * count;
    const size_t begin = machine.first[of];
    return dot(row + begin, K + begin, machine.first[of + 1] - begin);
  };
  size_t pair = 0;
  for (size_t i = 0; i < machine.classes; ++i) {
    for (size_t j = i + 1; j < machine.classes; ++j, ++pair) {
      d[pair] = part(i, j) + part(j, i) + machine.rho[pair];
    }
  }
}

size_t most_votes(const Machine& machine, const double* d) {
  std::vector<size_t> votes(machine.classes);
  for (size_t i = 0; i < machine.classes; ++i) {
    for (size_t j = i + 1; j < machine.classes; ++j) ++votes[*d++ > 0 ? i : j];
  }
  return size_t(std::max_element(votes.begin(), votes.end()) - votes.begin());
}

// Platt's r_ij = P(i | i or j) = 1 / (1 + exp(prob_a · d_ij + prob_b)), kept off 0 and 1.
Reals pairwise(const Machine& machine, const double* d) {
  const size_t k = machine.classes;
  Reals r = full({k, k}, 0.0);
  size_t pair = 0;
  for (size_t i = 0; i < k; ++i) {
    for (size_t j = i + 1; j < k; ++j, ++pair) {
      const double exponent = machine.prob_a[pair] * d[pair] + machine.prob_b[pair];
      r(i, j) = std::clamp(1 / (1 + std::exp(exponent)), 1e-7, 1 - 1e-7);
      r(j, i) = 1 - r(i, j);
    }
  }
  return r;
}

// The p that minimises Σ_{i<j} (r_ji p_i - r_ij p_j)² = pᵀQp with Σ p = 1, iterated as LIBSVM does:
// from equal p, one p_t after the other, until every |(Qp)_t - pᵀQp| is below 0.005 / k. Source:
// T.-F. Wu, C.-J. Lin and R. C. Weng, Probability estimates for multi-class classification by
// pairwise coupling, 2004, algorithm 2.
void couple(const Reals& r, double* p) {
  const size_t k = r.shape()[0];
  Reals Q = full({k, k}, 0.0);
  for (size_t t = 0; t < k; ++t) {
    for (size_t j = 0; j < k; ++j) {
      if (j == t) continue;
      Q(t, t) += r(j, t) * r(j, t);
      Q(t, j) = -r(j, t) * r(t, j);
    }
  }
  std::vector<double> Qp(k);
  std::fill_n(p, k, 1 / static_cast<double>(k));
  for (size_t round = 0; round < std::max<size_t>(100, k); ++round) {
    for (size_t t = 0; t < k; ++t) Qp[t] = dot(Q.data() + t * k, p, k);
    double pQp = dot(p, Qp.data(), k);
    const auto settled = [&](double each) {
      return std::fabs(each - pQp) < 0.005 / static_cast<double>(k);
    };
    if (std::all_of(Qp.begin(), Qp.end(), settled)) return;
    for (size_t t = 0; t < k; ++t) {
      const double change = (pQp - Qp[t]) / Q(t, t);
      const double total = 1 + change;
      p[t] += change;
      for (size_t j = 0; j < k; ++j) {
        p[j] /= total;
        Qp[j] = (Qp[j] + change * Q(j, t)) / total;
      }
      pQp = dot(p, Qp.data(), k);
    }
  }
}

Values by_support_vectors(const Call& call, const Tensor& labels, const Reals& X) {
  const Machine machine = machine_of(call, labels.size());
  const size_t N = X.shape()[0];
  const Reals K = kernel_values(call, X, support_vectors(machine));
  Reals d = empty_array<double>({N, machine.pairs});
  Reals probabilities = empty_array<double>({N, machine.classes});
  std::vector<size_t> winners;
  for (size_t n = 0; n < N; ++n) {
    double* row = d.data() + n * machine.pairs;
    decide(machine, K.data() + n * support_vectors(machine), row);
    winners.push_back(most_votes(machine, row));
    if (machine.prob_a.empty()) continue;
    couple(pairwise(machine, row), probabilities.data() + n * machine.classes);
  }
  const Reals scores = !machine.prob_a.empty() ? probabilities
                       : machine.classes == 2  ? two_sided(d)
                                               : d;
  return {pick(labels, 0, winners),
          Tensor::of(DType::float32, transformed(scores, post_transform(call)))};
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
  Reals scores = empty_array<double>({X.shape()[0], classes});
  for (size_t i = 0; i < scores.size(); ++i) {
    const double* weights = coefficients.data() + i % classes * features;
    scores.data()[i] = dot(X.data() + i / classes * features, weights, features) + rho[0];
  }
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
