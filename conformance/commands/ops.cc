// etalon ops: every version of every operator, and whether it is implemented.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "conformance/commands/commands.h"
#include "conformance/operator_index.h"
#include "conformance/schema_text.h"
#include "engine/operator.h"

namespace etalon {

namespace {

struct Row {
  const Schema* schema;
  const Registration* implementation;  // nullptr when there is none
  size_t official_cases;
  size_t own_cases;
};

size_t count(const OperatorIndex& index, const std::string& label) {
  const auto found = index.find(label);
  return found == index.end() ? 0 : found->second.size();
}

std::vector<Row> rows() {
  const Manifest manifest = read_manifest();
  const Corpus* corpus = find_corpus(manifest, manifest.default_release);
  const OperatorIndex official = corpus == nullptr ? OperatorIndex{} : official_index(*corpus);
  const OperatorIndex own = own_index();
  std::vector<Row> rows;
  for (const Schema& schema : all_schemas()) {
    rows.push_back({&schema, find_implementation(schema.domain, schema.name, schema.since_version),
                    count(official, schema.label()), count(own, schema.label())});
  }
  return rows;
}

std::string json_text(const std::vector<Row>& rows) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const Row& row : rows) {
    list.push_back({{"domain", domain_text(row.schema->domain)},
                    {"name", row.schema->name},
                    {"since_version", row.schema->since_version},
                    {"implemented", row.implementation != nullptr},
                    {"deprecated", row.schema->deprecated},
                    {"source", row.implementation == nullptr ? "" : row.implementation->source},
                    {"official_cases", row.official_cases},
                    {"own_cases", row.own_cases}});
  }
  return list.dump(1) + "\n";
}

std::string totals_text(const std::vector<Row>& rows) {
  size_t implemented = 0;
  for (const Row& row : rows) implemented += row.implementation == nullptr ? 0 : 1;
  return fmt::format("{} of {} operator versions implemented", implemented, rows.size());
}

// One line an operator: its versions, those not implemented in parentheses.
std::string plain_text(const std::vector<Row>& rows) {
  std::string text;
  for (size_t i = 0; i < rows.size();) {
    const Schema& first = *rows[i].schema;
    if (i == 0 || rows[i - 1].schema->domain != first.domain) {
      text += fmt::format("{}{}\n", i == 0 ? "" : "\n", domain_text(first.domain));
    }
    std::string versions;
    size_t official = 0;
    for (; i < rows.size() && rows[i].schema->name == first.name &&
           rows[i].schema->domain == first.domain;
         ++i) {
      const int version = rows[i].schema->since_version;
      versions += rows[i].implementation == nullptr ? fmt::format(" ({})", version)
                                                    : fmt::format(" {}", version);
      official += rows[i].official_cases;
    }
    text += fmt::format("  {:<32}{:<28}{:>5} official cases\n", first.name, versions, official);
  }
  return text + "\n" + totals_text(rows) + "; versions in parentheses are not.\n";
}

std::string markdown_text(const std::vector<Row>& rows) {
  std::string text = "# Operators\n\n" + totals_text(rows) + ".\n\n";
  text += "| domain | operator | version | implemented | official cases | own cases |\n";
  text += "| --- | --- | ---: | --- | ---: | ---: |\n";
  for (const Row& row : rows) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", domain_text(row.schema->domain),
                        row.schema->name, row.schema->since_version,
                        row.implementation != nullptr ? "`" + row.implementation->source + "`"
                        : row.schema->deprecated      ? "deprecated"
                                                      : "no",
                        row.official_cases, row.own_cases);
  }
  return text;
}

int list_operators(const std::string& format, Session& session) {
  const std::vector<Row> all = rows();
  session.out << (format == "json" ? json_text(all)
                  : format == "md" ? markdown_text(all)
                                   : plain_text(all));
  return exit_ok;
}

}  // namespace

void add_ops_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("ops", "List the operators and which are implemented");
  const auto format = std::make_shared<std::string>("text");
  command.add_option("--format", *format, "text (default), json or md")
      ->check(CLI::IsMember({"text", "json", "md"}));
  command.callback([format, &session] {
    session.action = [format, &session] { return list_operators(*format, session); };
  });
}

}  // namespace etalon
