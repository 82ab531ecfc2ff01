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

#include "engine/operators/choice.h"
#include "ops/ai.onnx.ml/svm/coupling.h"
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
template <class R>
Array<R> decision_values(const Machine& machine, const Array<R>& K) {
  std::vector<Array<R>> part;  // of each class: [N, classes - 1]
  for (size_t c = 0; c < machine.classes; ++c) {
    const auto of_class = [&] { return xt::range(machine.first[c], machine.first[c + 1]); };
    const Reals rows = xt::view(machine.coefficients, xt::all(), of_class());
    const Reals columns = xt::transpose(rows);
    const Array<R> kernel = xt::view(K, xt::all(), of_class());
    part.push_back(matmul(kernel, columns));
  }
  Array<R> d = empty_array<R>({K.shape()[0], machine.pairs});
  for (size_t n = 0; n < K.shape()[0]; ++n) {
    each_pair(machine.classes, [&](size_t pair, size_t i, size_t j) {
      d(n, pair) = part[i](n, j - 1) + part[j](n, i) + machine.rho[pair];
    });
  }
  return d;
}

template <class R>
std::vector<size_t> votes_of(const Machine& machine, const Array<R>& d, size_t n) {
  std::vector<size_t> votes(machine.classes);
  each_pair(machine.classes,
            [&](size_t pair, size_t i, size_t j) { ++votes[d(n, pair) > R(0) ? i : j]; });
  return votes;
}

// Platt's r_ij = P(i | i or j) = 1 / (1 + exp(prob_a · d_ij + prob_b)), kept off 0 and 1.
template <class R>
Array<R> pairwise(const Machine& machine, const Array<R>& d, size_t n) {
  const R least = R(1) / 10'000'000;
  Array<R> r = full({machine.classes, machine.classes}, R(0));
  each_pair(machine.classes, [&](size_t pair, size_t i, size_t j) {
    const R exponent = machine.prob_a[pair] * d(n, pair) + machine.prob_b[pair];
    r(i, j) = maximum(least, minimum(1 - least, 1 / (1 + real::exp(exponent))));
    r(j, i) = 1 - r(i, j);
  });
  return r;
}

// [N, classes].
template <class R>
Array<R> probabilities(const Machine& machine, const Array<R>& d) {
  Array<R> all = empty_array<R>({d.shape()[0], machine.classes});
  for (size_t n = 0; n < d.shape()[0]; ++n) {
    const Array<R> p = coupled(pairwise(machine, d, n));
    for (size_t c = 0; c < machine.classes; ++c) all(n, c) = p(c);
  }
  return all;
}

template <class R>
Array<R> scores_of(const Machine& machine, const Array<R>& d) {
  if (!machine.prob_a.empty()) return probabilities(machine, d);
  return machine.classes == 2 ? two_sided(d) : d;
}

Values by_support_vectors(const Call& call, const Tensor& labels, const Tensor& samples) {
  const Machine machine = machine_of(call, labels.size());
  const Kernel kernel = kernel_of(call, machine.first.back(), samples.dim(1));
  const PostTransform transform = post_transform(call);
  const auto evaluated = [&]<class R>(const Tensor& X) -> Values {
    const Array<R> d = decision_values(machine, kernel_values(kernel, elements_of<R>(X)));
    Bools nan = full({d.shape()[0]}, false);
    Candidates tied;
    const Tensor winners = labels_of(labels, d.shape()[0], [&](size_t n) {
      const std::vector<size_t> votes = votes_of(machine, d, n);
      const size_t most = *std::max_element(votes.begin(), votes.end());
      tied[n].clear();
      for (size_t c = 0; c < votes.size(); ++c) {
        if (votes[c] == most) tied[n].push_back(int64_t(c));
      }
      if (tied[n].size() < 2) tied.erase(n);
      for (size_t pair = 0; pair < machine.pairs; ++pair) nan(n) = nan(n) || d(n, pair).is_nan();
      return size_t(std::find(votes.begin(), votes.end(), most) - votes.begin());
    });
    const Tensor Y = any_of(winners, "ties", labels, [&] { return tied; });
    return {anything(Y, "nan", [&] { return nan; }),
            rounded(DType::float32, transformed(scores_of(machine, d), transform))};
  };
  return machine.prob_a.empty() ? by_samples(samples, DType::float32, evaluated)
                                : by_samples_over_wide_reals(samples, evaluated);
}

Values by_features(const Call& call, const Tensor& labels, const Tensor& samples) {
  const std::vector<double> coefficients = call.reals("coefficients");
  const std::vector<double> rho = call.reals("rho");
  const size_t features = samples.dim(1);
  const size_t classes = labels.size();
  if (coefficients.size() != element_count({classes, features}) || rho.empty()) {
    throw InvalidInput("there are {} coefficients and {} rho for {} classes of {} features",
                       coefficients.size(), rho.size(), classes, features);
  }
  if (!call.reals("prob_a").empty()) {
    throw Unspecified("there are probabilities of pairs but no decision values of pairs");
  }
  const Reals rows = array_of(coefficients, {classes, features});
  const Reals W = xt::transpose(rows);
  const PostTransform transform = post_transform(call);
  return by_samples(samples, DType::float32, [&]<class R>(const Tensor& X) {
    const Array<R> scores = matmul(elements_of<R>(X), carriers_of<R>(W)) + R(rho[0]);
    return classified(labels, scores, transform);
  });
}

Values svm_classifier(const Call& call) {
  const Tensor labels = class_labels(call, "classlabels_ints");
  const Tensor samples = checked_rows(call);
  return call.reals("support_vectors").empty() ? by_features(call, labels, samples)
                                               : by_support_vectors(call, labels, samples);
}

const Operator op("SVMClassifier", svm_classifier, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
