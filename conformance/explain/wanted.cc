#include "conformance/explain/wanted.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "conformance/common/near.h"
#include "conformance/common/usage_error.h"

namespace etalon::explain {

namespace {

bool is_number(const std::string& word) {
  const auto digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  return !word.empty() && std::all_of(word.begin(), word.end(), digit);
}

// The first name, in any case, that is the word's: "ai.onnx.ml.scaler".
std::string spelled(const std::string& word) {
  const std::string wanted = lower_case(word);
  for (const Schema& schema : all_schemas()) {
    const std::string name = lower_case(schema.name);
    if (name == wanted) return schema.name;
    if (lower_case(full_name(schema)) == wanted || "ai.onnx." + name == wanted) {
      return full_name(schema);
    }
  }
  return word;
}

bool is_onnx(const Schema& schema) {
  return schema.domain.empty() || schema.domain.starts_with("ai.onnx");
}

}  // namespace

std::vector<WantedOperator> operators_meant(const std::vector<std::string>& words) {
  std::vector<std::string> joined;
  for (std::string word : words) {
    std::replace(word.begin(), word.end(), ' ', '-');
    if (!is_number(word)) {
      joined.push_back(word);
    } else if (joined.empty() || wanted_operator(joined.back()).version) {
      throw UsageError(fmt::format("{} is a version, but no operator stands before it", word));
    } else {
      joined.back() += "-" + word;
    }
  }
  std::vector<WantedOperator> wanted;
  for (const std::string& word : joined) wanted.push_back(wanted_operator(word));
  return wanted;
}

std::vector<const Schema*> versions_meant(const std::string& name) {
  std::vector<const Schema*> versions = versions_named(name);
  if (versions.empty()) versions = versions_named(spelled(name));
  const auto of_onnx = [](const Schema* schema) { return is_onnx(*schema); };
  const bool plain = !versions.empty() && lower_case(versions.front()->name) == lower_case(name);
  if (plain && std::any_of(versions.begin(), versions.end(), of_onnx)) {
    std::erase_if(versions, [&](const Schema* schema) { return !is_onnx(*schema); });
  }
  return versions;
}

}  // namespace etalon::explain
