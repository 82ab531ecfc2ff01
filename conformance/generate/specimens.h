// One-node examples of operator versions, which are also evaluated with other types.
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
  std::string source;  // the name of the case that it comes from
  onnx::NodeProto node;
  std::vector<onnx::NodeProto> before;  // other nodes that the node needs (Gradient)
  Values inputs;                        // by position; absent if the node leaves one out
  // Values that the node's subgraphs read from outside, of the type variable `captured_variable`.
  std::vector<std::pair<std::string, Value>> captured;
  std::string captured_variable;
};

class Specimens {
 public:
  // Reads the available official cases and the project's own cases.
  Specimens();

  // The specimens of exactly this version, smallest first; then those of other versions, nearest
  // first, adapted to this version: attributes and inputs with the same names are kept.
  std::vector<Specimen> of(const Schema& schema) const;

 private:
  void add_cases();
  void add_case(const struct Case& test, const std::string& label);

  std::map<std::string, std::vector<Specimen>> by_label_;
};

// The serialized model with the specimen's node, for this version and the specimen's inputs.
std::string specimen_model(const Schema& schema, const Specimen& specimen);

}  // namespace etalon
