// Which operators a case exercises, and which cases exercise an operator.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/cases/cases.h"
#include "engine/operators/model.h"

namespace etalon {

// Operator label ("Softmax-13") → the names of the cases ("1.7.0…1.9.0/node/test_softmax_axis_0").
using OperatorIndex = std::map<std::string, std::vector<std::string>>;

// The index of the available official cases, each case once, newest releases first. The first call
// reads every model and caches the result in the downloads folder.
OperatorIndex official_index();
// The index of the project's own cases, by the operator that each case tests.
OperatorIndex own_index();

struct CaseFacts {
  std::vector<std::string> operators;  // labels, "Softmax-13", sorted
  Opsets opsets;                       // that the model imports
  // The element types of the graph's inputs and outputs, and the key types of maps: "float16".
  std::set<std::string> types;
};

// The facts of each of these cases, in their order; empty for a model that cannot be read. The
// models of official cases are read once and the facts kept in the downloads folder.
std::vector<CaseFacts> facts_of(const std::vector<Case>& cases);

// An operator, in its version, that a model uses.
struct OperatorUse {
  std::string label;  // "Abs-13", "ai.onnx.ml.Scaler-1"
  bool implemented = false;
};

// Each operator of the graph, its subgraphs and the model's functions once, sorted by label. Calls
// of the model's functions are not counted as operators. The label of an operator without a schema
// contains the imported opset version. The model need not have been checked.
std::vector<OperatorUse> operators_used(const BoundModel& model);

}  // namespace etalon
