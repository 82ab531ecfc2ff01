#include "conformance/explain/requirements_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/explain/schema_text.h"

namespace etalon::explain {

namespace {

constexpr size_t most_cases_shown = 3;

std::string shown(const std::vector<std::string>& cases) {
  std::string text;
  for (size_t i = 0; i < std::min(cases.size(), most_cases_shown); ++i) {
    text += fmt::format("           {}\n", cases[i]);
  }
  if (cases.size() <= most_cases_shown) return text;
  return text + fmt::format("           and {} more\n", cases.size() - most_cases_shown);
}

std::string cases_of(const Requirement& statement) {
  if (!statement.cases.empty()) return shown(statement.cases);
  if (!statement.same_code.empty()) {
    return "         by another version, with the same code:\n" + shown(statement.same_code);
  }
  if (!statement.reason.empty()) return "         no case: " + statement.reason + "\n";
  return "         no case\n";
}

// "R3" of "Softmax-13.R3".
std::string number_of(const Requirement& statement) {
  return statement.id.empty() ? "R?" : statement.id.substr(statement.id.rfind('.') + 1);
}

std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string record(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& each : fields) line += (line.empty() ? "" : ",") + field(each);
  return line + "\r\n";
}

}  // namespace

void RequirementCounts::add(const std::vector<Requirement>& statements_of_version) {
  ++versions;
  for (const Requirement& statement : statements_of_version) {
    ++statements;
    if (!statement.cases.empty()) {
      ++by_version;
    } else if (!statement.same_code.empty()) {
      ++by_same_code;
    } else {
      ++(statement.reason.empty() ? untested : listed);
    }
  }
}

std::string RequirementCounts::text() const {
  return fmt::format(
      "{} statement{} of {} version{}: {} tested by own cases, {} by those of another version with "
      "the same code, {} without a case for a listed reason, {} without either\n",
      statements, statements == 1 ? "" : "s", versions, versions == 1 ? "" : "s", by_version,
      by_same_code, listed, untested);
}

std::string requirements_text(const Schema& schema, const std::vector<Requirement>& statements) {
  std::string text = schema.label() + "\n";
  for (const Requirement& statement : statements) {
    text +=
        fmt::format("  {:<5}  {}  [{}]\n", number_of(statement), statement.text, statement.kind);
    if (!statement.types_tested.empty()) {
      text += fmt::format("         with {}:\n", fmt::join(statement.types_tested, ", "));
    }
    text += cases_of(statement);
  }
  return text;
}

nlohmann::ordered_json requirements_json(const Schema& schema,
                                         const std::vector<Requirement>& statements) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Requirement& each : statements) {
    nlohmann::ordered_json entry = {
        {"id", each.id.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(each.id)},
        {"operator", schema.label()},
        {"domain", domain_text(schema.domain)},
        {"kind", each.kind},
        {"key", each.key},
        {"statement", each.text},
        {"where", each.where},
        {"cases", each.cases},
        {"cases_of_same_code", each.same_code}};
    if (each.kind == "types") entry["types_tested"] = each.types_tested;
    if (!each.reason.empty()) entry["without_case"] = each.reason;
    list.push_back(std::move(entry));
  }
  return list;
}

std::string requirements_csv_header() {
  return record({"id", "operator", "domain", "kind", "statement", "where", "cases",
                 "cases of the same code", "without a case because"});
}

std::string requirements_csv(const Schema& schema, const std::vector<Requirement>& statements) {
  std::string text;
  for (const Requirement& each : statements) {
    text += record({each.id, schema.label(), domain_text(schema.domain), each.kind, each.text,
                    each.where, fmt::format("{}", fmt::join(each.cases, "\n")),
                    fmt::format("{}", fmt::join(each.same_code, "\n")), each.reason});
  }
  return text;
}

}  // namespace etalon::explain
