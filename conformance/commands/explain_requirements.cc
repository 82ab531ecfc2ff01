#include "conformance/commands/explain_requirements.h"

#include <fmt/format.h>

#include "conformance/cases/operator_names.h"
#include "conformance/commands/commands.h"
#include "conformance/explain/requirements_text.h"
#include "conformance/explain/wanted.h"

namespace etalon {

namespace {

using explain::Requirement;

// The versions that the words mean, without those that have no statements.
std::vector<const Schema*> chosen_versions(const std::vector<std::string>& words) {
  std::vector<const Schema*> chosen;
  if (words.empty() || words == std::vector<std::string>{"all"}) {
    for (const Schema& schema : all_schemas()) {
      if (explain::has_requirements(schema)) chosen.push_back(&schema);
    }
    return chosen;
  }
  for (const WantedOperator& wanted : explain::operators_meant(words)) {
    const std::vector<const Schema*> versions = explain::versions_meant(wanted.name);
    if (versions.empty()) unknown_operator(wanted.name);
    const size_t before = chosen.size();
    for (const Schema* schema : choose_versions(versions, wanted)) {
      if (explain::has_requirements(*schema)) chosen.push_back(schema);
    }
    if (chosen.size() == before) {
      throw UsageError(
          fmt::format("{} has no list of statements: implemented operators of ONNX's domains have",
                      wanted.name));
    }
  }
  return chosen;
}

}  // namespace

int print_requirements(const std::vector<std::string>& words, const std::string& format,
                       std::ostream& out) {
  explain::RequirementCounts counts;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  if (format == "csv") out << explain::requirements_csv_header();
  for (const Schema* schema : chosen_versions(words)) {
    const std::vector<Requirement> statements = explain::requirements_of(*schema);
    counts.add(statements);
    if (format == "csv") {
      out << explain::requirements_csv(*schema, statements);
    } else if (format == "json") {
      for (auto& entry : explain::requirements_json(*schema, statements)) list.push_back(entry);
    } else {
      out << explain::requirements_text(*schema, statements) << "\n";
    }
  }
  if (format == "json") {
    out << list.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  } else if (format == "text") {
    out << counts.text();
  }
  return exit_ok;
}

}  // namespace etalon
