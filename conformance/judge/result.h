// The result of one case.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/bounds/verdict.h"
#include "conformance/cases/cases.h"
#include "conformance/cases/status.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/details.h"
#include "conformance/judge/exact.h"
#include "conformance/judge/proof.h"

namespace etalon {

struct CaseResult {
  std::string release;
  std::string suite;
  std::string name;
  std::vector<std::string> releases;  // all that contain the case, when that is known
  std::string path;                   // the case's folder, or the file of an own case
  Status status = Status::pass;
  Mismatch kind = Mismatch::none;  // of a fail
  std::vector<std::string> operators;
  std::vector<std::string> missing;  // those of the operators that are not implemented
  bool measured = false;  // the outputs were compared; without that, there are no distances
  uint64_t max_ulp = 0;
  double max_abs = 0;
  double max_rel = 0;
  // Of a backend, where float outputs differ: the output that is furthest from the exact result.
  std::optional<ExactError> exact;
  // Of a backend, where outputs differ: the verdict on the worst.
  std::optional<Verdict> judged;
  std::optional<Proof> proof;  // with JudgeOptions::proved
  double seconds = 0;   // the runtime's time: reading, preparing and evaluating, not comparing
  std::string message;  // empty on a pass
  // Of a fail, where known: the first place that differs, the actual and the expected value there.
  std::string where;
  std::string got;
  std::string expected;
  ErrorPicture picture;
  std::string known;   // of an xfail or xpass: the comment of its line of known failures
  std::string unkept;  // why its outputs, which JudgeOptions::keep_outputs wants, are not kept
  // Of a backend, with --cache: the files that it had loaded, as KeptResults lists them, or why
  // they are not known.
  std::string loaded;
  std::string loads_unknown;
  CaseDetails details;
  // Of an open case: the ids of the open points that explain the differences ("MaxPool.nan").
  std::vector<std::string> open;
  // Of a backend's refusal that is open, or unsupported by its words: what it answered, "error:
  // integer division by zero".
  std::string refusal;
  std::string erratum;  // the id of the entry that lists this case, whether it passes or not
};

// A result with only the case's release, suite, name, releases and path.
CaseResult blank_result(const Case& test);

// "1.22.0/node/test_abs", as of its case.
std::string id_of(const CaseResult& result);

// What a backend's result comes to in one word: the verdict on its worst element (`same` where all
// are equal, `wrong` where type, shape or number differ); "unsupported"; or "refused", which an
// error, a crash and a time limit are. Random outputs that fit are `open`; a result that an erratum
// excuses is `unknown` where no verdict is known, since the expectation says nothing of it.
std::string_view word_of(const CaseResult& result);
// The same by the status and the verdict's grade, where outputs were judged.
std::string_view word_of(Status status, std::optional<Grade> judged);

nlohmann::json to_json(const CaseResult& result);
// Throws InvalidInput, or an exception of the JSON library, unless `json` is a result.
CaseResult result_from_json(const nlohmann::json& json);

}  // namespace etalon
