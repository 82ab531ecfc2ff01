// What the tree ensembles share: decision trees, the leaves that samples reach in them, and the
// votes of these leaves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ops/ai.onnx.ml/scores.h"

namespace etalon {

// How a branch compares a feature with its split, in the order in which TreeEnsemble numbers them.
enum class Mode { leq, lt, gte, gt, eq, neq, member, leaf };

struct Vote {
  size_t target;
  double weight;
};

struct TreeNode {
  Mode mode = Mode::leaf;
  // Of branches: the node that follows is nodes[when_true] if the test holds.
  size_t feature = 0;
  double split = 0;
  std::vector<double> members;
  bool missing_tracks_true = false;  // the outcome for NaN
  size_t when_true = 0, when_false = 0;
  std::vector<Vote> votes;  // of leaves
};

struct Forest {
  std::vector<TreeNode> nodes;
  std::vector<size_t> roots;
};

// In the order in which TreeEnsemble numbers them.
enum class Aggregate { average, sum, min, max };

// Throws InvalidInput where X [N, F] does not fit the forest, InvalidModel where there are no
// trees.
void check_samples(const Forest& forest, const Tensor& X);
// scores[n, target]: the weights of the votes for the target in the leaves that X[n] reaches, one
// in each tree, aggregated: their sum, least or greatest, or the sum divided by the number of
// trees. Throws InvalidModel for nodes that lead in a circle.
template <class R>
Array<R> aggregated(const Forest& forest, const Tensor& X, size_t targets, Aggregate aggregate);

// One base value a target, or [0] where none are given. Throws InvalidModel for another number.
Reals base_values_of(const std::vector<double>& base_values, size_t targets);
// scores[n, target] + base_values[target].
template <class R>
Array<R> with_base_values(const Array<R>& scores, const Reals& base_values) {
  if (base_values.size() == 0) return scores;
  return scores + carriers_of<R>(base_values);
}

// Attributes. Each function throws InvalidModel, naming the attribute, for what does not fit.

// The forest of TreeEnsembleClassifier and TreeEnsembleRegressor, where nodes go by the ids of
// their tree and their own; the first node of each tree is its root. `votes` is the prefix of the
// leaves' attributes, "class" or "target".
Forest forest_by_ids(const Call& call, const std::string& votes, size_t targets);
// Attribute n_targets.
size_t target_count(const Call& call);
// An attribute of floats, or of doubles in its form `…_as_tensor`, which version 3 added.
std::vector<double> reals_or_tensor(const Call& call, const std::string& name);
std::vector<double> reals_of(std::string_view name, const Tensor& tensor);
// An index below `count`.
size_t index_below(std::string_view name, int64_t value, size_t count);
template <class List>
void want_length(std::string_view name, const List& list, size_t length) {
  if (list.size() != length) {
    throw InvalidModel("{} has {} elements where {} are needed", name, list.size(), length);
  }
}

// The most features that a tensor's dimensions allow; fewer where addresses have 32 bits.
inline constexpr size_t max_features = size_t{1} << (sizeof(size_t) > 4 ? 48 : 27);

}  // namespace etalon
