// Which operators the words of a command line mean.
#pragma once

#include <string>
#include <vector>

#include "conformance/cases/operator_names.h"

namespace etalon::explain {

// {"softmax", "conv", "11", "Add 7"}: Softmax, Conv-11 and Add-7. A number alone is the version of
// the operator before it. Throws UsageError for a number that no operator precedes.
std::vector<WantedOperator> operators_meant(const std::vector<std::string>& words);

// As versions_named; where no operator is spelt exactly so, upper and lower case are the same.
// Without a domain in front, dialects (thinker, early ONNX) only where no other domain has the
// name.
std::vector<const Schema*> versions_meant(const std::string& name);

}  // namespace etalon::explain
