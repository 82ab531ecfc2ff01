// Evaluating every operator version on every type that its schema allows.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/operators/schema.h"
#include "engine/values/value.h"
#include "onnx.pb.h"

namespace etalon {

// A call of a version.
struct Specimen {
  onnx::NodeProto node;
  std::vector<onnx::NodeProto> before;  // other nodes that the node needs (Gradient)
  Values inputs;                        // by position; absent if the node leaves one out
  // Values that the node's subgraphs read from outside, of the type variable `captured_variable`.
  std::vector<std::pair<std::string, Value>> captured;
  std::string captured_variable;
};

// The result of one operator version. `tried` counts the types of all type variables; a version
// without type variables counts as one type.
struct SweepRow {
  const Schema* schema = nullptr;
  size_t tried = 0;
  std::vector<std::string> failures;     // "T = tensor(int4): REASON"
  std::vector<std::string> unspecified;  // the same, for types that the text does not define

  size_t working() const { return tried - failures.size() - unspecified.size(); }
};

// Tries each type of each type variable. A type works when some specimen, with its tensors recast,
// evaluates with the variable bound to that type. If the operator relates variables to each other
// (BitCast's two types have the same width), another variable is recast too. A defect that occurs
// during this (InternalError, Unsupported) is a failure in any case. A type that the schema allows
// but the text does not define (Unspecified) counts neither as working nor as a failure.
SweepRow sweep(const Schema& schema, const std::vector<Specimen>& specimens);

// Sweeps all schemas that `wants` accepts, except deprecated versions.
std::vector<SweepRow> sweep_all(const std::function<bool(const Schema&)>& wants);

struct SweepCounts {
  size_t tried = 0;
  size_t working = 0;
  size_t unspecified = 0;
  size_t failing = 0;
};
SweepCounts count(const std::vector<SweepRow>& rows);

}  // namespace etalon
