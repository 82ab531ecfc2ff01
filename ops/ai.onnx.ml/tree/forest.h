// Decision trees: the way of a sample from the root of each tree to a leaf, and the votes there.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "engine/formula.h"
#include "engine/numerics/comparisons.h"

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

// Whether the test of a branch holds for the feature x: a double, or an int64_t of samples of
// integers.
template <class T>
bool holds(const TreeNode& node, T x) {
  if (x != x) return node.missing_tracks_true;
  switch (node.mode) {
    case Mode::leq:
      return compared(x, node.split) <= 0;
    case Mode::lt:
      return compared(x, node.split) < 0;
    case Mode::gte:
      return compared(x, node.split) >= 0;
    case Mode::gt:
      return compared(x, node.split) > 0;
    case Mode::eq:
      return compared(x, node.split) == 0;
    case Mode::neq:
      return compared(x, node.split) != 0;
    case Mode::member:
      return std::any_of(node.members.begin(), node.members.end(),
                         [&](double member) { return compared(x, member) == 0; });
    case Mode::leaf:
      break;
  }
  throw InternalError("a leaf has no test");
}

// The leaf that a sample with the features x reaches from a root. Throws InvalidModel for nodes
// that lead in a circle.
template <class T>
const TreeNode& leaf_of(const Forest& forest, size_t root, const T* x) {
  const TreeNode* node = &forest.nodes[root];
  for (size_t depth = 1; node->mode != Mode::leaf; ++depth) {
    if (depth > forest.nodes.size()) throw InvalidModel("the nodes of a tree form a cycle");
    if (depth % 64 == 0) count_step();
    node = &forest.nodes[holds(*node, x[node->feature]) ? node->when_true : node->when_false];
  }
  return *node;
}

// The weights of the votes for one target, tree by tree.
using Weights = std::vector<double>;

// scores[n, t] = f(weights), those of the votes for target t in the leaves that X[n] reaches, one
// in each tree.
template <class R, class F>
Array<R> by_target(const Forest& forest, const Tensor& X, size_t targets, F f) {
  Array<R> scores = empty_array<R>({X.dim(0), targets});
  const auto fill = [&](const auto& x) {
    std::vector<Weights> weights(targets);
    for (size_t n = 0; n < X.dim(0); ++n) {
      for (Weights& each : weights) each.clear();
      for (size_t tree = 0; tree < forest.roots.size(); ++tree) {
        if (tree % 64 == 0) count_step();
        const TreeNode& leaf = leaf_of(forest, forest.roots[tree], x.data() + n * X.dim(1));
        for (const Vote& vote : leaf.votes) weights[vote.target].push_back(vote.weight);
      }
      for (size_t t = 0; t < targets; ++t) scores(n, t) = f(weights[t]);
    }
  };
  is_float(X.dtype()) ? fill(X.as<double>()) : fill(X.as<int64_t>());
  return scores;
}

// Σ weights; 0 of none.
template <class R>
R sum_of(const Weights& weights) {
  Sum<R> sum;
  for (const double weight : weights) sum.add(R(weight));
  return sum.result();
}

// In the order in which TreeEnsemble numbers them.
enum class Aggregate { average, sum, min, max };

// The sum of the weights, or that divided by the number of trees; the least or the greatest, NaN if
// one is NaN.
template <class R>
R aggregated(Aggregate aggregate, const Weights& weights, size_t trees) {
  if (aggregate == Aggregate::sum) return sum_of<R>(weights);
  if (aggregate == Aggregate::average) return sum_of<R>(weights) / static_cast<double>(trees);
  if (weights.empty())
    throw Unspecified("a target has no votes, so there is no least or greatest vote");
  const auto better = aggregate == Aggregate::min ? minimum<double> : maximum<double>;
  return std::accumulate(weights.begin() + 1, weights.end(), weights.front(), better);
}

}  // namespace etalon
