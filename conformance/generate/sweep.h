// Evaluating every operator version on every type that its schema allows.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "conformance/generate/specimens.h"
#include "engine/operators/schema.h"

namespace etalon {

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
