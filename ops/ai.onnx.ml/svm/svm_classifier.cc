// SVMClassifier, in LIBSVM's arrangement: the support vectors stand class by class, and each pair
// of classes i < j, in the order (0,1), (0,2), …, (1,2), …, has a decision value d_ij:
//
//   part(c, row) = Σ_{v of class c} coefficients[row, v] · K(X, v)
//   d_ij         = part(i, j - 1) + part(j, i) + rho_ij
//
// A pair votes for class i where d_ij is positive, else for j; Y is the first label of most votes.
// The votes, and where a d_ij is NaN, are further outputs, for open/.
//   1         Z = post_transform of: the probabilities of the classes where there are prob_a and
//             prob_b; else -d and d, of two classes; else the decision values.
//             Without support vectors: of X · coefficientsᵀ + rho[0], whose top class is Y
//
// The specification leaves all of this open; it is how models are exported and how the other
// runtimes read them. Source: C.-C. Chang and C.-J. Lin, LIBSVM: A Library for Support Vector
// Machines, 2011.
#include "ops/ai.onnx.ml/svm/coupling.h"
#include "ops/ai.onnx.ml/svm/machine.h"

namespace etalon {
namespace {

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
std::vector<int64_t> votes_of(const Machine& machine, const Array<R>& d, size_t n) {
  std::vector<int64_t> votes(machine.classes);
  each_pair(machine.classes,
            [&](size_t pair, size_t i, size_t j) { ++votes[d(n, pair) > R(0) ? i : j]; });
  return votes;
}

// Platt's r_ij = P(i | i or j) = 1 / (1 + exp(prob_a · d_ij + prob_b)), kept off 0 and 1.
template <class R>
Array<R> pair_probabilities(const Machine& machine, const Array<R>& d, size_t n) {
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
    const Array<R> p = coupled(pair_probabilities(machine, d, n));
    for (size_t c = 0; c < machine.classes; ++c) all(n, c) = p(c);
  }
  return all;
}

template <class R>
Array<R> scores_of(const Machine& machine, const Array<R>& d) {
  if (!machine.prob_a.empty()) return probabilities(machine, d);
  return machine.classes == 2 ? side_by_side<R>(-d, d) : d;
}

Values by_support_vectors(const Call& call, const Tensor& labels, const Tensor& samples) {
  const Machine machine = machine_of(call, labels.size());
  const Kernel kernel = kernel_of(call, machine.first.back(), samples.dim(1));
  const PostTransform transform = post_transform(call);
  const auto evaluated = [&]<class R>(const Tensor& X) -> Values {
    const Array<R> d = decision_values(machine, kernel_values(kernel, elements_of<R>(X)));
    const size_t N = d.shape()[0];
    Ints votes = empty_array<int64_t>({N, machine.classes});
    const Tensor Y = labels_of(labels, N, [&](size_t n) {
      const std::vector<int64_t> of_sample = votes_of(machine, d, n);
      std::copy(of_sample.begin(), of_sample.end(), votes.data() + n * machine.classes);
      const auto most = std::max_element(of_sample.begin(), of_sample.end());
      return static_cast<size_t>(most - of_sample.begin());
    });
    const Array<R> Z = transformed(scores_of(machine, d), transform);
    return {Y, rounded(DType::float32, Z), Tensor::of(DType::int64, votes), are_nan(d)};
  };
  return machine.prob_a.empty() ? by_samples(samples, DType::float32, evaluated)
                                : by_samples_over_wide_reals(samples, evaluated);
}

Values by_features(const Call& call, const Tensor& labels, const Tensor& samples) {
  const Reals W = feature_weights(call, labels.size(), samples.dim(1));
  const double rho = call.reals("rho").front();
  const PostTransform transform = post_transform(call);
  return by_samples(samples, DType::float32, [&]<class R>(const Tensor& X) -> Values {
    const Array<R> scores = matmul(elements_of<R>(X), carriers_of<R>(W)) + R(rho);
    return classified(labels, scores, transform);
  });
}

Values svm_classifier(const Call& call) {
  const Tensor labels = class_labels(call, "classlabels_ints");
  const Tensor samples = feature_rows(call.tensor("X"));
  return call.reals("support_vectors").empty() ? by_features(call, labels, samples)
                                               : by_support_vectors(call, labels, samples);
}

const Operator op("SVMClassifier", svm_classifier, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
