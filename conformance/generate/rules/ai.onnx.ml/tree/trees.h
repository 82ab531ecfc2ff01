// The drawn trees of all three operators.
#pragma once

#include <vector>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// A node's children, by their positions in the tree. The root is at 0, so 0 means no child.
struct Branching {
  size_t when_true = 0, when_false = 0;
  bool leaf() const { return when_true == 0; }
};

using DrawnTree = std::vector<Branching>;

// From one to three trees of up to fifteen nodes; a tree may be a single leaf.
std::vector<DrawnTree> draw_trees(Draw& draw);

// The weights of leaves such that their sums, one from each tree, are between 0 and 1 for PROBIT.
std::vector<double> draw_weights(Draw& draw, size_t count, size_t trees, bool probit,
                                 bool negative);

// X. In some calls features are missing: NaN.
void add_samples_for_trees(Drafting& call, size_t features);

}  // namespace etalon::rules
