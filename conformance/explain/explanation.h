// An operator version as text and as JSON: all that its facts hold.
#pragma once

#include <string>

#include "conformance/explain/facts.h"
#include "engine/values/json.h"

namespace etalon::explain {

struct TextOptions {
  bool code = false;                   // the reference code too: the formula, and what is open
  bool all_code = false;               // also fast paths, bounds, older meanings
  std::vector<const OpenPoint*> open;  // the points to print
};

// Several lines, indented; `official` and `own` are the names of its cases.
std::string explanation_text(const Facts& facts, const OperatorIndex& official,
                             const OperatorIndex& own, const TextOptions& options);

// The header of an operator's file, indented: what all versions share.
std::string header_text(const Header& header);
// The files, each under a line with its path.
std::string code_text(const std::vector<Source>& sources);
// "12 official cases", and the first names.
std::string cases_text(const std::string& kind, const OperatorIndex& index,
                       const std::string& label);

// For other programs: {"domain", "name", "since_version", "implemented", "source", "formula":
// [LINE], "meaning",
//  "inputs": [{"name", "type", "option"}], "outputs", "attributes": [{"name", "type", "required",
//  "default", "words", "said", "read"}], "types": {"T": [TYPE]}, "changes": [SENTENCE],
//  "function_body", "example", "errata", "open_points", "runtimes", "cases"}; a member without
// content is left out. `code` adds "code": [{"path", "text"}].
nlohmann::ordered_json explanation_json(const Facts& facts, const OperatorIndex& official,
                                        const OperatorIndex& own, bool code);

}  // namespace etalon::explain
