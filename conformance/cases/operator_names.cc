#include "conformance/cases/operator_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "conformance/common/near.h"
#include "conformance/common/usage_error.h"
#include "engine/mdf/function.h"

namespace etalon {

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

WantedOperator wanted_operator(const std::string& text) {
  const size_t dash = text.rfind('-');
  constexpr size_t most_digits = 9;
  const std::string number = dash == std::string::npos ? "" : text.substr(dash + 1);
  if (!is_number(number) || number.size() > most_digits) return {text, std::nullopt};
  return {text.substr(0, dash), std::stoi(number)};
}

std::string operator_name(const std::string& label) { return label.substr(0, label.rfind('-')); }

std::string full_name(const Schema& schema) {
  return schema.domain.empty() ? schema.name : schema.domain + "." + schema.name;
}

std::vector<const Schema*> versions_named(const std::string& name) {
  std::vector<const Schema*> versions;
  for (const Schema& schema : all_schemas()) {
    const bool standard = schema.domain.empty() && "ai.onnx." + schema.name == name;
    if (schema.name == name || full_name(schema) == name || standard) versions.push_back(&schema);
  }
  return versions;
}

std::string versions_text(const std::vector<const Schema*>& versions) {
  std::set<int> known;
  for (const Schema* schema : versions) known.insert(schema->since_version);
  return fmt::format("there {} {}", known.size() == 1 ? "is" : "are", fmt::join(known, ", "));
}

std::vector<const Schema*> choose_versions(const std::vector<const Schema*>& versions,
                                           const WantedOperator& wanted) {
  if (!wanted.version) return versions;
  std::vector<const Schema*> chosen;
  for (const Schema* schema : versions) {
    if (*wanted.version <= std::max(newest_opset(schema->domain), schema->since_version) &&
        find_schema(schema->domain, schema->name, *wanted.version) == schema) {
      chosen.push_back(schema);
    }
  }
  if (chosen.empty()) {
    throw UsageError(fmt::format("{0}-{1}: {0} has no version {1}; {2}", wanted.name,
                                 *wanted.version, versions_text(versions)));
  }
  return chosen;
}

void unknown_operator(const std::string& name) {
  throw UsageError(fmt::format("no operator {}{}", name, did_you_mean_operator(name)));
}

std::string did_you_mean_operator(const std::string& name) {
  std::map<std::string, std::set<std::string>> full;  // name without a domain → with it
  for (const Schema& schema : all_schemas()) full[schema.name].insert(full_name(schema));
  for (const mdf::FunctionInfo& function : mdf::all_functions()) {
    const std::string with_domain = std::string(mdf_prefix) + function.name;
    full[name.starts_with(mdf_prefix) ? with_domain : function.name].insert(with_domain);
  }
  std::vector<std::string> known;
  for (const auto& [word, names] : full) known.push_back(word);
  std::vector<std::string> near;
  for (const std::string& word : near_words(name, known)) {
    near.insert(near.end(), full[word].begin(), full[word].end());
  }
  return near.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(near, ", "));
}

bool is_wanted(const WantedOperator& wanted, const std::string& label) {
  const WantedOperator has = wanted_operator(label);
  const std::string full = lower_case(has.name);
  const std::string plain = full.substr(full.rfind('.') + 1);
  const std::string name = lower_case(wanted.name);
  if (name != full && name != plain && name != "ai.onnx." + full) return false;
  if (!wanted.version || wanted.version == has.version) return true;
  const std::vector<const Schema*> versions = versions_named(has.name);
  if (versions.empty() || !has.version) return false;
  const Schema& any = *versions.front();
  const Schema* in_force = find_schema(any.domain, any.name, *wanted.version);
  return in_force != nullptr && in_force->label() == label;
}

std::vector<WantedOperator> operators_meant(const std::vector<std::string>& words) {
  std::vector<std::string> joined;
  for (std::string word : words) {
    std::replace(word.begin(), word.end(), ' ', '-');
    if (!is_number(word)) {
      joined.push_back(word);
    } else if (joined.empty() || wanted_operator(joined.back()).version) {
      throw UsageError(fmt::format("{} is a version, but no operator precedes it", word));
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

}  // namespace etalon
