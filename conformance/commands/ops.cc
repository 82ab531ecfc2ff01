// etalon ops: lists every version of every operator and every MDF function, and whether it is
// implemented.
#include <fmt/format.h>
#include <re2/re2.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "conformance/cases/errata.h"
#include "conformance/cases/operator_index.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/options.h"
#include "conformance/common/json.h"
#include "conformance/explain/schema_text.h"
#include "conformance/generate/sweep.h"
#include "engine/mdf/function.h"
#include "engine/operators/operator.h"

namespace etalon {

namespace {

// A version of an operator, or a function of MDF.
struct OperatorRow {
  std::string domain;  // "ai.onnx"
  std::string name;
  nlohmann::ordered_json version;  // an integer for an operator; for MDF the release, such as 0.2
  bool deprecated = false;
  bool experimental = false;
  std::string source;  // empty when not implemented
  size_t official_cases = 0;
  size_t own_cases = 0;
  const Schema* schema = nullptr;  // nullptr for MDF functions

  bool implemented() const { return !source.empty(); }
  std::string label() const { return schema == nullptr ? "mdf." + name : schema->label(); }
};

size_t count(const OperatorIndex& index, const std::string& label) {
  const auto found = index.find(label);
  return found == index.end() ? 0 : found->second.size();
}

void add_operators(const OperatorIndex& own, std::vector<OperatorRow>& rows) {
  const OperatorIndex official = official_index();
  for (const Schema& schema : all_schemas()) {
    const Registration* code =
        find_implementation(schema.domain, schema.name, schema.since_version);
    OperatorRow row{domain_text(schema.domain), schema.name, schema.since_version};
    row.deprecated = schema.deprecated;
    row.experimental = schema.experimental;
    row.source = code == nullptr ? "" : code->source;
    row.official_cases = count(official, schema.label());
    row.own_cases = count(own, schema.label());
    row.schema = &schema;
    rows.push_back(std::move(row));
  }
}

void add_functions(const OperatorIndex& own, std::vector<OperatorRow>& rows) {
  for (const mdf::FunctionInfo& function : mdf::all_functions()) {
    OperatorRow row{"mdf", function.name, nlohmann::ordered_json::parse(function.since)};
    row.source = function.source;
    row.own_cases = count(own, "mdf." + function.name);
    rows.push_back(std::move(row));
  }
}

std::vector<OperatorRow> rows() {
  const OperatorIndex own = own_index();
  std::vector<OperatorRow> rows;
  add_operators(own, rows);
  add_functions(own, rows);
  return rows;
}

std::string rows_json(const std::vector<OperatorRow>& rows) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const OperatorRow& row : rows) {
    list.push_back({{"domain", row.domain},
                    {"name", row.name},
                    {"since_version", row.version},
                    {"implemented", row.implemented()},
                    {"deprecated", row.deprecated},
                    {"source", row.source},
                    {"official_cases", row.official_cases},
                    {"own_cases", row.own_cases}});
  }
  return list.dump(1) + "\n";
}

std::string totals_text(const std::vector<OperatorRow>& rows) {
  size_t implemented = 0;
  for (const OperatorRow& row : rows) implemented += row.implemented() ? 1 : 0;
  return fmt::format("{} of {} operator versions implemented", implemented, rows.size());
}

// "com.microsoft: 3 of 150": what the rows from `first` on have of their domain.
std::string domain_total(const std::vector<OperatorRow>& rows, size_t first) {
  size_t implemented = 0, count = 0;
  for (size_t i = first; i < rows.size() && rows[i].domain == rows[first].domain; ++i, ++count) {
    implemented += rows[i].implemented() ? 1 : 0;
  }
  return fmt::format("{}: {} of {}", rows[first].domain, implemented, count);
}

// One line per operator with its versions: those not implemented in parentheses, experimental ones
// marked.
std::string plain_text(const std::vector<OperatorRow>& rows) {
  std::string text;
  for (size_t i = 0; i < rows.size();) {
    const OperatorRow& first = rows[i];
    if (i == 0 || rows[i - 1].domain != first.domain) {
      text += fmt::format("{}{}\n", i == 0 ? "" : "\n", domain_total(rows, i));
    }
    std::string versions;
    size_t official = 0;
    for (; i < rows.size() && rows[i].name == first.name && rows[i].domain == first.domain; ++i) {
      const std::string version = rows[i].version.dump();
      versions += rows[i].implemented() ? " " + version : " (" + version + ")";
      versions += rows[i].experimental ? " experimental" : "";
      official += rows[i].official_cases;
    }
    text += fmt::format("  {:<32}{:<28}{:>5} official cases\n", first.name, versions, official);
  }
  return text + "\n" + totals_text(rows) + "; versions in parentheses are not implemented.\n";
}

// The number of types that each type variable allows: "T 12, Tind 2".
std::string types_text(const OperatorRow& row) {
  std::vector<std::string> parts;
  if (row.schema == nullptr) return "";
  for (const TypeConstraint& constraint : row.schema->types) {
    parts.push_back(fmt::format("{} {}", constraint.variable, constraint.types.size()));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string errata_text(const OperatorRow& row) {
  std::vector<std::string> ids;
  if (row.schema == nullptr) return "";
  for (const Erratum* erratum : errata_about(*row.schema)) ids.push_back(erratum->id);
  return fmt::format("{}", fmt::join(ids, ", "));
}

std::string implementation_text(const OperatorRow& row) {
  // Without the line, which changes with every line above it.
  if (row.implemented()) return "`" + row.source.substr(0, row.source.rfind(':')) + "`";
  return row.deprecated ? "deprecated" : "no";
}

// One table per domain, one row per version.
std::string markdown_text(const std::vector<OperatorRow>& rows) {
  std::string text = "# Operators\n\n" + totals_text(rows) + ".\n\n";
  text +=
      "official: the cases of the fetched releases, each counted once; types: how many types each "
      "type variable allows; errata: see `etalon explain OPERATOR`.\n";
  std::string domain;
  for (const OperatorRow& row : rows) {
    if (row.domain != domain) {
      domain = row.domain;
      text += fmt::format("\n## {}\n\n", domain);
      text += "| operator | version | implemented | official | own | types | errata |\n";
      text += "| --- | ---: | --- | ---: | ---: | --- | --- |\n";
    }
    text += fmt::format("| {}{} | {} | {} | {} | {} | {} | {} |\n", row.name,
                        row.experimental ? " (experimental)" : "", row.version.dump(),
                        implementation_text(row), row.official_cases, row.own_cases,
                        types_text(row), errata_text(row));
  }
  return text;
}

// ------------------------------------------------------------------------------------- sweep ---

std::string sweep_text(const std::vector<SweepRow>& rows, const SweepCounts& counts) {
  std::string text;
  for (const SweepRow& row : rows) {
    for (const std::string& failure : row.failures) {
      text += fmt::format("{} {}\n", row.schema->label(), failure);
    }
  }
  for (const SweepRow& row : rows) {
    for (const std::string& open : row.unspecified) {
      text += fmt::format("unspecified: {} {}\n", row.schema->label(), open);
    }
  }
  if (!text.empty()) text += "\n";
  return text + fmt::format(
                    "{} operator versions: {} types tried, {} working, {} unspecified, {} "
                    "failing\n",
                    rows.size(), counts.tried, counts.working, counts.unspecified, counts.failing);
}

std::string sweep_json(const std::vector<SweepRow>& rows, const SweepCounts& counts) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const SweepRow& row : rows) {
    list.push_back({{"domain", domain_text(row.schema->domain)},
                    {"name", row.schema->name},
                    {"since_version", row.schema->since_version},
                    {"tried", row.tried},
                    {"working", row.working()},
                    {"unspecified", row.unspecified},
                    {"failures", row.failures}});
  }
  const Json document = {{"schema", 1},
                         {"versions", rows.size()},
                         {"tried", counts.tried},
                         {"working", counts.working},
                         {"unspecified", counts.unspecified},
                         {"failing", counts.failing},
                         {"operators", list}};
  return json_text(document, 1) + "\n";
}

struct OpsOptions {
  std::string format = "text";
  std::string include;  // a regular expression
  bool sweep = false;
};

int sweep_types(const OpsOptions& options, const re2::RE2& pattern, Session& session) {
  if (options.format == "md") throw UsageError("--sweep-types writes text or json");
  const std::vector<SweepRow> rows = sweep_all(
      [&](const Schema& schema) { return re2::RE2::PartialMatch(schema.label(), pattern); });
  if (rows.empty()) {
    throw UsageError(fmt::format("--include '{}': no such operator", options.include));
  }
  const SweepCounts counts = count(rows);
  session.out << (options.format == "json" ? sweep_json(rows, counts) : sweep_text(rows, counts));
  return counts.failing == 0 ? exit_ok : exit_mismatch;
}

int list_operators(const OpsOptions& options, Session& session) {
  const re2::RE2 pattern(options.include, re2::RE2::Quiet);
  if (!pattern.ok()) {
    throw UsageError(fmt::format("--include '{}': {}", options.include, pattern.error()));
  }
  if (options.sweep) return sweep_types(options, pattern, session);
  std::vector<OperatorRow> all = rows();
  std::erase_if(
      all, [&](const OperatorRow& row) { return !re2::RE2::PartialMatch(row.label(), pattern); });
  session.out << (options.format == "json" ? rows_json(all)
                  : options.format == "md" ? markdown_text(all)
                                           : plain_text(all));
  return exit_ok;
}

}  // namespace

void add_ops_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("ops", "List the operators and which are implemented");
  const auto options = std::make_shared<OpsOptions>();
  add_format_option(command, "text|json|md", options->format);
  add_value(command, "--include PATTERN", options->include,
            "Keep versions that match this regular expression, as in '^Conv-11$'");
  command.add_flag("--sweep-types", options->sweep,
                   "Evaluate every version on every type that it allows, and list nothing");
  add_footer(command, "Examples:\n  etalon ops --format json\n  etalon ops --include '^Reduce'\n",
             "0 done, 1 a type that does not work with --sweep-types, 2 usage");
  on_run(command, session, [options, &session] { return list_operators(*options, session); });
}

}  // namespace etalon
