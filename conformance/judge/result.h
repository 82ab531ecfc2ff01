// The result of one case.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "conformance/cases/cases.h"
#include "conformance/cases/status.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/error_picture.h"

namespace etalon {

struct CaseResult {
  std::string release;
  std::string suite;
  std::string name;
  std::vector<std::string> releases;  // all in which the case stood, when that is known
  Status status = Status::pass;
  Mismatch kind = Mismatch::none;  // of a fail
  std::vector<std::string> operators;
  std::vector<std::string> missing;  // those of the operators that are not implemented
  uint64_t max_ulp = 0;
  double max_abs = 0;
  double max_rel = 0;
  double seconds = 0;   // that the runtime took: reading, preparing and evaluating, not comparing
  std::string message;  // empty on a pass
  // Of a fail, where it has them: the first place that differs, what was there and should be.
  std::string where;
  std::string got;
  std::string expected;
  ErrorPicture picture;
  std::string erratum;  // the entry that names this case, whether it passes or not
};

// A result with the case's names and nothing else.
CaseResult blank_result(const Case& test);

nlohmann::json to_json(const CaseResult& result);
// Throws InvalidInput, or an exception of the JSON library, for what is no result.
CaseResult result_from_json(const nlohmann::json& json);

}  // namespace etalon
