// One case judged in this process: loaded, evaluated here or by another runtime, compared.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/cases.h"
#include "conformance/compare.h"
#include "conformance/error_picture.h"
#include "engine/errors.h"

namespace etalon {

class Backend;

// What a case ends in. With another runtime, "Etalon" below is that runtime.
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
  double seconds = 0;   // that the runtime took: reading, preparing and evaluating, not comparing
  std::string message;  // empty on a pass
  // Of a fail, where it has them: the first place that differs, what was there and should be.
  std::string where;
  std::string got;
  std::string expected;
  ErrorPicture picture;
  std::string erratum;  // the entry that names this case, whether it passes or not
};

// What the user asks for instead of the case's own terms.
struct JudgeOptions {
  std::optional<double> rtol;
  std::optional<double> atol;
  std::optional<uint64_t> max_ulp;
  // When given, it is asked instead of Etalon. Its refusal passes where an error is expected; it
  // may draw other random numbers than Etalon; errata excuse it only where it agrees with Etalon.
  Backend* backend = nullptr;
};

// Never throws: whatever goes wrong is the case's outcome.
CaseResult judge(const Case& test, const JudgeOptions& options = {});

// A result with the case's names and nothing else.
CaseResult blank_result(const Case& test);

// The outcome that an error of this kind is.
Status status_of(ErrorKind kind);

// False for own cases that tell of Etalon alone: those of MDF functions, and those that expect it
// to find something unspecified or unsupported, or past its limits.
bool is_for_backends(const Case& test);

nlohmann::json to_json(const CaseResult& result);
// Throws InvalidInput, or an exception of the JSON library, for what is no result.
CaseResult result_from_json(const nlohmann::json& json);

}  // namespace etalon
