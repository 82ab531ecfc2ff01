// Tree ensembles with fewer nodes.
#pragma once

#include <functional>

#include "conformance/generate/one_node.h"

namespace etalon {

// The call of a tree ensemble with fewer trees, nodes and votes, as long as `take` accepts the
// smaller call: without nodes that no path reaches and without trees; with one branch of a node in
// the node's place; with simple tests. True if one was taken; false for a call of another operator,
// too.
bool shrink_trees(const NodeCall& call, const std::function<bool(const NodeCall&)>& take);

}  // namespace etalon
