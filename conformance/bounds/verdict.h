// Whether rounding explains a runtime's outputs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "conformance/bounds/bounds.h"

namespace etalon {

struct RoundingVerdict {
  enum class Kind {  // from the best to the worst
    within,          // all float outputs are within their bounds
    unknown,         // an output has no bound, or one wider than all its values
    beyond,          // an element is further off than its bound
  };
  Kind kind = Kind::within;
  double share = 0;    // the largest |got − Etalon's| / bound
  std::string reason;  // unknown: "no bound for TopK-11 'best'"
};
// "within", "beyond", "unknown".
std::string_view to_string(RoundingVerdict::Kind kind);

// `got` has an output for each of `expected`, in order. Outputs of another type or shape, and those
// that are not tensors of floats, do not count.
RoundingVerdict rounding_verdict(const Values& got, const BoundedOutputs& expected);

nlohmann::json to_json(const RoundingVerdict& verdict);
// Throws InvalidInput, or an exception of the JSON library, unless `json` is a verdict.
RoundingVerdict rounding_verdict_from_json(const nlohmann::json& json);

}  // namespace etalon
