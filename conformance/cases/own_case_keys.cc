
#include "conformance/cases/own_cases.h"
#include "conformance/common/json.h"
#include "engine/values/json.h"

namespace etalon {

using nlohmann::json;

void check_own_file(const json& document) {
  const bool of_function = document.contains("function");
  check_keys(document, "the file", {"domain", of_function ? "function" : "operator", "cases"});
}

void check_own_case(const json& document, const json& written) {
  std::vector<std::string> keys = {"name", "opset", "inputs", "derivation",
                                   "rtol", "atol",  "error",  "xfail"};
  const std::vector<std::string> more =
      document.contains("function")
          ? std::vector<std::string>{"positional", "args",  "output", "seed",
                                     "model",      "steps", "dt",     "executed"}
          : std::vector<std::string>{"attributes", "outputs", "points"};
  keys.insert(keys.end(), more.begin(), more.end());
  check_keys(written, "the case", keys);
}

}  // namespace etalon
