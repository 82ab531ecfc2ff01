// Which cases exercise which operators.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "conformance/corpus.h"

namespace etalon {

// Operator label ("Softmax-13") → the names of the cases ("node/test_softmax_axis_0"), sorted.
using OperatorIndex = std::map<std::string, std::vector<std::string>>;

// Of a fetched corpus. Reads every model the first time, and keeps what it found in the corpus'
// folder. Empty for a corpus that is not fetched.
OperatorIndex official_index(const Corpus& corpus);
// Of the project's own cases, by the operator each is about.
OperatorIndex own_index();

}  // namespace etalon
