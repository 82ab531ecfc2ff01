// Which cases exercise which operators.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "conformance/cases/cases.h"

namespace etalon {

// Operator label ("Softmax-13") → the names of the cases ("1.7.0…1.9.0/node/test_softmax_axis_0").
using OperatorIndex = std::map<std::string, std::vector<std::string>>;

// The index of the available official cases, each case once, newest releases first. The first call
// reads every model and caches the result in the downloads folder.
OperatorIndex official_index();
// The index of the project's own cases, by the operator that each case tests.
OperatorIndex own_index();

// The labels of the operators that each of these cases uses, in the order of the cases.
std::vector<std::vector<std::string>> labels_of(const std::vector<Case>& cases);

}  // namespace etalon
