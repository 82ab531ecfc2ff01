// Every operator version has a generation rule, own cases and a unit test, in the folders that
// correspond to its source ops/<domain>/<family>/<operator>.cc.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "conformance/cases/cases.h"
#include "conformance/common/paths.h"
#include "conformance/generate/rules.h"
#include "conformance/tests/catch.h"
#include "engine/operators/operator.h"
#include "engine/values/json.h"

namespace etalon::completeness_test {
namespace {

namespace fs = std::filesystem;

const fs::path checkout = ETALON_SOURCE_DIR;
const fs::path listed_gaps = checkout / "conformance/tests/ops/completeness_gaps.txt";

// "ops/ai.onnx/math/abs.cc:21" → "ai.onnx/math/abs"
std::string place(const Registration& row) {
  const size_t begin = row.source.find('/') + 1;
  return row.source.substr(begin, row.source.rfind(".cc:") - begin);
}

std::string operator_name(const Registration& row) {
  return row.domain.empty() ? row.name : row.domain + "." + row.name;
}

bool has_rule(const Registration& row) {
  const auto rule = all_rules().find(operator_name(row));
  const std::string file = "conformance/generate/rules/" + place(row) + ".cc";
  return rule != all_rules().end() && rule->second.source == file;
}

bool has_unit_test(const Registration& row) {
  const fs::path file = checkout / "conformance/tests/ops" / (place(row) + "_test.cc");
  return fs::exists(file) && file_text(file).find('"' + row.name + '"') != std::string::npos;
}

// The functions that own cases reach and get outputs from, each with the operator that it is run
// for: one function may implement several operators.
using Reached = std::set<std::pair<std::string, Implementation>>;

Reached reached_by_own_cases() {
  Reached reached;
  for (const Case& test : discover(own_cases_folder())) {
    const nlohmann::json& written = test.document->at("cases").at(test.index);
    if (test.function || written.contains("error")) continue;
    const auto domain = test.document->at("domain").get<std::string>();
    const auto name = test.document->at("operator").get<std::string>();
    const int64_t opset = written.value("opset", int64_t{newest_opset(domain)});
    const Schema* schema = find_schema(domain, name, opset);
    if (schema == nullptr) continue;
    const Registration* row = find_implementation(domain, name, schema->since_version);
    if (row != nullptr) reached.emplace(operator_name(*row), row->run);
  }
  return reached;
}

// What is missing, in the form of the list: "rule Gradient", "test Softmax", "case Softmax-11" (the
// first version of the function without a case); each with the place of the operator's source.
std::map<std::string, std::string> gaps() {
  Reached reached = reached_by_own_cases();
  std::map<std::string, std::string> missing;
  for (const Registration& row : all_implementations()) {
    const std::string name = operator_name(row);
    if (!has_rule(row)) missing["rule " + name] = place(row);
    if (!has_unit_test(row)) missing["test " + name] = place(row);
    const bool first_unreached = reached.emplace(name, row.run).second;
    if (first_unreached) missing[fmt::format("case {}-{}", name, row.since_version)] = place(row);
  }
  return missing;
}

// A line of the list: the kind of gap, the operator or, with a * at the end, the places, and the
// reason.
struct Listed {
  std::string line, kind, subject, reason;

  bool names(const std::string& gap, const std::string& place) const {
    if (!subject.ends_with('*')) return gap == kind + " " + subject;
    const std::string beginning = subject.substr(0, subject.size() - 1);
    return gap.starts_with(kind + " ") && place.starts_with(beginning);
  }
};

std::vector<Listed> read_list() {
  std::istringstream lines(file_text(listed_gaps));
  std::vector<Listed> list;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    Listed listed{line, "", "", ""};
    std::istringstream words(line);
    words >> listed.kind >> listed.subject;
    std::getline(words >> std::ws, listed.reason);
    list.push_back(listed);
  }
  return list;
}

TEST_CASE("every operator version has a rule; an own case and a unit test or a listed reason") {
  const std::vector<Listed> list = read_list();
  for (const auto& [gap, place] : gaps()) {
    const bool known = std::any_of(
        list.begin(), list.end(),
        [&gap = gap, &place = place](const Listed& listed) { return listed.names(gap, place); });
    INFO("not in " << listed_gaps.filename() << ": " << gap << " (" << place << ")");
    CHECK(known);
  }
}

TEST_CASE("every listed gap is a gap; with a reason") {
  const auto missing = gaps();
  for (const Listed& listed : read_list()) {
    INFO(listed.line);
    CHECK_FALSE(listed.reason.empty());
    CHECK(std::any_of(missing.begin(), missing.end(),
                      [&](const auto& gap) { return listed.names(gap.first, gap.second); }));
  }
}

TEST_CASE("every generation rule is in the folder of its operator") {
  std::set<std::string> sources;
  for (const Registration& row : all_implementations()) {
    sources.insert(operator_name(row) + " conformance/generate/rules/" + place(row) + ".cc");
  }
  for (const auto& [name, rule] : all_rules()) {
    INFO(name << " " << rule.source);
    CHECK(sources.count(name + " " + rule.source) == 1);
  }
}

TEST_CASE("every own case is in the folder of its operator's domain and family") {
  std::map<std::string, std::string> families;
  for (const Registration& row : all_implementations()) {
    families[operator_name(row)] = fs::path(place(row)).parent_path().filename();
  }
  for (const Case& test : discover(own_cases_folder())) {
    if (test.function) continue;
    const auto domain = test.document->at("domain").get<std::string>();
    const auto name = test.document->at("operator").get<std::string>();
    INFO(test.suite << "/" << test.name);
    CHECK(test.folder.parent_path().filename() == domain);
    const std::string full = domain == "ai.onnx" ? name : domain + "." + name;
    CHECK(test.folder.filename() == families[full]);
  }
}

}  // namespace
}  // namespace etalon::completeness_test
