// Judging one case in this process: it is loaded, evaluated by Etalon or another runtime, compared.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "conformance/cases/cases.h"
#include "conformance/judge/result.h"
#include "conformance/judge/runtime.h"
#include "engine/operators/choice_scope.h"

namespace etalon {

// Options of the user; the tolerances replace those of the case.
struct JudgeOptions {
  std::optional<double> rtol;
  std::optional<double> atol;
  std::optional<uint64_t> max_ulp;
  // Rounding errors are considered only for a backend; where nothing is known of them, the
  // tolerance decides.
  JudgingRule rule = official_rule;
  // The differences of a release from the specification.
  Differences as_released;
  // Attributes that models may have although their operators do not (--ignore-attributes).
  std::vector<std::string> ignored_attributes;
  // Whether Etalon evaluates operators by their formulas alone (--plain).
  bool plain = false;
  // What backends declare of their arithmetic, beside their own descriptions (--arithmetic).
  Arithmetic arithmetic;
  // Whether results tell which digits of Etalon's are proved.
  bool proved = false;
  // Options of open points that are binding (--choose). Where they matter, a backend is judged by
  // Etalon's outputs with these choices, not by the expected ones.
  Choices choices;
  // Whether results have CaseDetails, which reports in files show.
  bool details = true;
  // If not empty: actual outputs are written to <keep_outputs>/<release>/<suite>/<name>/
  // test_data_set_<N>/output_<I>.pb (--keep-outputs).
  std::filesystem::path keep_outputs;
  // If set, it runs the cases instead of Etalon. It passes a case that expects an error if it
  // refuses it; it may draw other random numbers than Etalon; errata excuse it only where its
  // outputs match Etalon's.
  Runtime* backend = nullptr;
};

// Never throws: every error becomes the case's outcome.
CaseResult judge(const Case& test, const JudgeOptions& options = {});

// False for own cases that concern only Etalon: cases of MDF functions, and cases that expect an
// error other than InvalidModel and InvalidInput.
bool is_for_backends(const Case& test);

}  // namespace etalon
