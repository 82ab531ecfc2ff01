// Bugs of released runtimes: data/findings, which scripts/findings writes.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/values/json.h"

namespace etalon::site {

struct Finding {
  std::string id;  // "tract/reshape_allowzero": the runtime, and the name of the file
  std::string runtime, title;
  std::string severity;      // "wrong", "crash", "edge" or "refusal"
  std::string sentence;      // of the operator's text; may be empty
  std::string page, thread;  // addresses of the text, and of the report; may be empty
  // Version → "fail", "error", "crash", "unsupported" or "right"; oldest first.
  std::vector<std::pair<std::string, std::string>> versions;
  std::string domain, op;       // "ai.onnx", "Reshape"
  nlohmann::ordered_json test;  // its case as own cases are written; null where it is a model
};
// Of a document of the ledger. Throws InvalidInput, or an exception of the JSON library.
Finding finding_from(const std::string& id, const nlohmann::ordered_json& written);
// The first version that is right after all that are not; empty where the newest is not.
std::string mended_in(const Finding& finding);

// By runtime, those that matter most first. Read once. Throws InvalidInput, naming the file.
const std::vector<Finding>& findings();
// Those of an operator, as a list of links to the page; "" where there are none. `domain` is
// "ai.onnx" for "".
std::string findings_list(std::string_view domain, std::string_view op, std::string_view root);
std::string findings_page();

}  // namespace etalon::site
