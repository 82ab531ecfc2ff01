// Failing models of several nodes with fewer nodes.
#pragma once

#include <functional>

#include "conformance/campaign/shrink.h"

namespace etalon {

// The model with fewer nodes, as long as `fails` says that the case fails in the same way: only one
// output; a value within the graph as the output in place of what is computed from it; a value
// within the graph as an input, with Etalon's value, in place of what it is computed from;
// initializers as inputs. What is left of one node can be shrunk further (shrunk()).
Shrunk with_fewer_nodes(const CaseFiles& files, const std::function<bool(const CaseFiles&)>& fails,
                        const Options& evaluation, const ShrinkLimits& limits = {});

}  // namespace etalon
