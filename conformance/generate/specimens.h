// One-node examples of operator versions, to be tried with other types than their own.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/operators/schema.h"
#include "engine/values/value.h"
#include "onnx.pb.h"

namespace etalon {

struct Specimen {
  std::string source;  // where it is from: a case's name
  onnx::NodeProto node;
  std::vector<onnx::NodeProto> before;  // nodes that the node needs around it (Gradient)
  Values inputs;                        // by position; absent where the node leaves one out
  // Values that the node's subgraphs read from outside, of the type variable `captured_variable`.
  std::vector<std::pair<std::string, Value>> captured;
  std::string captured_variable;
};

class Specimens {
 public:
  // Reads the official cases that are here and the project's own cases.
  Specimens();

  // Those of exactly this version, smallest first; then those of other versions, nearest first,
  // with attributes and inputs in this version's form where it has them by the same names.
  std::vector<Specimen> of(const Schema& schema) const;

 private:
  void add_cases();
  void add_case(const struct Case& test, const std::string& label);

  std::map<std::string, std::vector<Specimen>> by_label_;
};

// The serialized model whose only node is the specimen's, in this version, for these inputs.
std::string specimen_model(const Schema& schema, const Specimen& specimen);

}  // namespace etalon
