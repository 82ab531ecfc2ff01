// One case judged in this process: loaded, evaluated, compared.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/cases.h"
#include "conformance/compare.h"
#include "engine/errors.h"

namespace etalon {

enum class Status {
  pass,
  fail,         // outputs differ: values, shape, type or count
  unsupported,  // Etalon does not implement something the case needs
  invalid,      // the model or inputs were refused, or the specification does not say
  error,        // a defect of Etalon showed itself as an error
  crash,        // the process died
  timeout,
  erratum,      // differs from an official expectation known to be wrong
  statistical,  // random outputs, of the right type, shape, range and distribution
  xfail,        // fails, as known
  xpass,        // passes, though known to fail
};
inline constexpr int status_count = 11;
std::string_view to_string(Status status);
// True for what a sound run of a sound engine may end with.
bool as_expected(Status status);

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
  double seconds = 0;
  std::string message;  // empty on a pass
  std::string erratum;  // the entry that names this case, whether it passes or not
};

// What the user asks for instead of the case's own terms.
struct JudgeOptions {
  std::optional<double> rtol;
  std::optional<double> atol;
  std::optional<uint64_t> max_ulp;
};

// Never throws: whatever goes wrong is the case's outcome.
CaseResult judge(const Case& test, const JudgeOptions& options = {});

// A result with the case's names and nothing else.
CaseResult blank_result(const Case& test);

// The outcome that an error of this kind is.
Status status_of(ErrorKind kind);

nlohmann::json to_json(const CaseResult& result);
CaseResult result_from_json(const nlohmann::json& json);

}  // namespace etalon
