// Evaluation of every operator version on every type that its schema admits.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "conformance/generate/specimens.h"
#include "engine/operators/schema.h"

namespace etalon {

// One operator version: how many of its types were tried and how many of them evaluate. A type is
// one that one type variable admits; a version without type variables has one.
struct SweepRow {
  const Schema* schema = nullptr;
  size_t tried = 0;
  std::vector<std::string> failures;     // "T = tensor(int4): what went wrong"
  std::vector<std::string> unspecified;  // the same, of types whose meaning the text leaves open

  size_t working() const { return tried - failures.size() - unspecified.size(); }
};

// Tries each type of each variable in turn. A type works when some specimen, its tensors recast,
// evaluates with the variable bound to it; where the operator ties variables together (BitCast's
// two types are of one width), another variable is recast along with it. A defect that shows on
// the way (InternalError, Unsupported) is a failure in any case. A type that the schema admits and
// the text gives no meaning to (Unspecified) is neither.
SweepRow sweep(const Schema& schema, const std::vector<Specimen>& specimens);

// Of all schemas that `wants` names, without versions that only withdraw their operator.
std::vector<SweepRow> sweep_all(const std::function<bool(const Schema&)>& wants);

struct SweepCounts {
  size_t tried = 0;
  size_t working = 0;
  size_t unspecified = 0;
  size_t failing = 0;
};
SweepCounts count(const std::vector<SweepRow>& rows);

}  // namespace etalon
