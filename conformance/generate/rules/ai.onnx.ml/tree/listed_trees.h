// The trees of TreeEnsembleClassifier and TreeEnsembleRegressor: a list for each property of their
// nodes.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/rules/ai.onnx.ml/tree/trees.h"

namespace etalon::rules {

struct ListedTrees {
  std::vector<DrawnTree> trees;
  std::vector<int64_t> first_ids;  // the node id of each tree's root
  bool as_tensors = false;

  int64_t id(size_t tree, size_t place) const {
    return first_ids[tree] + static_cast<int64_t>(place);
  }
};

// Since version 3 the lists of floats may be tensors of double. The ids either restart in each tree
// or continue from one tree to the next.
ListedTrees draw_listed_trees(Drafting& call, bool restart);

// The attributes nodes_*: one element per node, each tree's root first. Splits are multiples of
// 1/2, like the elements of half of the drawn X.
void give_nodes(Drafting& call, const ListedTrees& listed, size_t features);

// The attributes class_* or target_* except the weights: each leaf votes for at least one target,
// or for all of them if `all`. Returns the number of votes.
size_t give_votes(Drafting& call, const ListedTrees& listed, const std::string& prefix,
                  size_t targets, bool all);

// The base values, which are added to the scores. PROBIT needs them if a target may have no votes.
// Returns whether there are any.
bool give_base_values(Drafting& call, const ListedTrees& listed, size_t targets, bool probit);

// A list of floats, or a tensor in the attribute whose name ends in _as_tensor.
void give_reals(Drafting& call, const std::string& name, const std::vector<double>& values,
                bool as_tensor);

}  // namespace etalon::rules
