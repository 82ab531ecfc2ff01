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

// Since version 3 the lists of floats may be tensors of double. Unless the ids restart with each
// tree, they go on from one to the next.
ListedTrees draw_listed_trees(Drafting& call, bool restart);

// The attributes nodes_*: an element a node, each tree's root first. Splits are multiples of 1/2,
// as half of all X are.
void give_nodes(Drafting& call, const ListedTrees& listed, size_t features);

// The attributes class_* or target_*: each leaf votes for one target at least, or for `all`.
// Returns how many votes there are, whose weights are still to be given.
size_t give_votes(Drafting& call, const ListedTrees& listed, const std::string& prefix,
                  size_t targets, bool all);

// Added to the scores, which PROBIT needs where a target may be without votes. Returns whether
// there are any.
bool give_base_values(Drafting& call, const ListedTrees& listed, size_t targets, bool probit);

// A list of floats, or a tensor in the attribute whose name ends in _as_tensor.
void give_reals(Drafting& call, const std::string& name, const std::vector<double>& values,
                bool as_tensor);

}  // namespace etalon::rules
