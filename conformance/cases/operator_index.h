// Which cases exercise which operators.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "conformance/cases/cases.h"

namespace etalon {

// Operator label ("Softmax-13") → the names of the cases ("1.7.0…1.9.0/node/test_softmax_axis_0").
using OperatorIndex = std::map<std::string, std::vector<std::string>>;

// Of the official cases that are here, each case once, newest releases first. Reads every model
// the first time, and keeps what it found beside the corpora.
OperatorIndex official_index();
// Of the project's own cases, by the operator each is about.
OperatorIndex own_index();

// The labels of the operators that each of these cases uses, in the order of the cases.
std::vector<std::vector<std::string>> labels_of(const std::vector<Case>& cases);

}  // namespace etalon
