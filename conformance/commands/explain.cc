// etalon explain: prints an operator's schemas, the changes between them, its code and its cases.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "conformance/cases/errata.h"
#include "conformance/cases/operator_index.h"
#include "conformance/cases/operator_names.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/function_text.h"
#include "conformance/commands/help.h"
#include "conformance/commands/open_text.h"
#include "conformance/commands/schema_text.h"
#include "engine/mdf/function.h"
#include "engine/operators/operator.h"

namespace etalon {

namespace {

constexpr size_t most_names = 10;

std::string implementation_text(const Schema& schema) {
  if (const Registration* row =
          find_implementation(schema.domain, schema.name, schema.since_version)) {
    return "implemented in " + row->source;
  }
  return schema.deprecated ? "deprecated, not implemented" : "not implemented";
}

void print_cases(const std::string& kind, const std::vector<std::string>& names,
                 std::ostream& out) {
  if (names.empty()) return;
  out << fmt::format("  {} {} case{}\n", names.size(), kind, names.size() == 1 ? "" : "s");
  for (size_t i = 0; i < std::min(names.size(), most_names); ++i) out << "    " << names[i] << "\n";
  if (names.size() > most_names) out << fmt::format("    … {} more\n", names.size() - most_names);
}

const std::vector<std::string>& cases_of(const OperatorIndex& index, const std::string& label) {
  static const std::vector<std::string> none;
  const auto found = index.find(label);
  return found == index.end() ? none : found->second;
}

class Explanation {
 public:
  Explanation(const std::vector<const Schema*>& versions, std::ostream& out)
      : versions_(versions), out_(out) {
    official_ = official_index();
    own_ = own_index();
  }

  void print(const Schema& schema) const {
    out_ << fmt::format("{} (domain {}): {}\n", schema.label(), domain_text(schema.domain),
                        implementation_text(schema));
    if (schema.deprecated) out_ << "  deprecated since this version\n";
    if (schema.function) out_ << "  the specification also gives it as a function\n";
    out_ << schema_text(schema);
    print_changes(schema);
    for (const Erratum* erratum : errata_about(schema)) print_erratum(*erratum);
    out_ << points_text(open_points(), schema);
    print_cases("official", cases_of(official_, schema.label()), out_);
    print_cases("own", cases_of(own_, schema.label()), out_);
  }

  void print_hint() const {
    if (official_.empty()) {
      out_ << "Official cases are listed once fetched: etalon corpus fetch [all]\n";
    }
  }

 private:
  void print_changes(const Schema& schema) const {
    const Schema* before = nullptr;
    for (const Schema* other : versions_) {
      const bool same = other->domain == schema.domain && other->name == schema.name;
      if (same && other->since_version < schema.since_version) before = other;
    }
    if (before == nullptr) return;
    out_ << fmt::format("  changes since {}\n", before->since_version);
    const std::vector<std::string> lines = changes(*before, schema);
    for (const std::string& line : lines) out_ << "    " << line << "\n";
    if (lines.empty()) out_ << "    none in the schema; only the text differs\n";
  }

  void print_erratum(const Erratum& erratum) const {
    const std::string thread = erratum.thread.empty() ? "" : " (" + erratum.thread + ")";
    out_ << fmt::format("  {} {}{}\n", erratum.follows_data ? "reading" : "erratum", erratum.id,
                        thread);
    out_ << fmt::format("    the data      {}\n", erratum.expected);
    out_ << fmt::format("    the text      {}\n", erratum.specification);
    out_ << fmt::format("    Etalon uses   the {}: {}\n", erratum.follows_data ? "data" : "text",
                        erratum.why);
    out_ << fmt::format("    proof         {}\n", erratum.proof);
    out_ << fmt::format("    {} in {}: {}\n", erratum.cases.size() == 1 ? "case" : "cases",
                        erratum.release_text(), fmt::join(erratum.cases, ", "));
    if (erratum.as_of) out_ << "    --as-of one of these releases evaluates as the data say\n";
  }

  const std::vector<const Schema*>& versions_;
  std::ostream& out_;
  OperatorIndex official_;
  OperatorIndex own_;
};

// Prints an MDF function, given with or without the domain in front; an onnx:: one at the wanted
// opset. False when there is no such function.
bool explain_function(const WantedOperator& wanted, Session& session) {
  std::string_view name = wanted.name;
  if (name.starts_with(mdf_prefix)) name.remove_prefix(mdf_prefix.size());
  const int64_t opset = wanted.version ? *wanted.version : mdf::default_onnx_opset;
  const std::optional<mdf::FunctionInfo> function = mdf::find_function(name, opset);
  if (!function) return false;
  if (wanted.version && function->kind != mdf::FunctionKind::onnx) {
    throw UsageError(fmt::format("MDF's {} has no versions", name));
  }
  session.out << function_text(*function, opset);
  print_cases("own", cases_of(own_index(), std::string(mdf_prefix) + function->name), session.out);
  return true;
}

int explain(const std::string& text, Session& session) {
  const WantedOperator wanted = wanted_operator(text);
  const std::vector<const Schema*> versions = versions_named(wanted.name);
  if (versions.empty() && explain_function(wanted, session)) return exit_ok;
  if (versions.empty()) unknown_operator(wanted.name);
  const Explanation explanation(versions, session.out);
  const std::vector<const Schema*> chosen = choose_versions(versions, wanted);
  if (wanted.version && chosen.front()->since_version != *wanted.version) {
    session.out << fmt::format("In opset {}, {} is version {}.\n\n", *wanted.version, wanted.name,
                               chosen.front()->since_version);
  }
  for (const Schema* schema : chosen) {
    if (schema != chosen.front()) session.out << "\n";
    explanation.print(*schema);
  }
  explanation.print_hint();
  return exit_ok;
}

}  // namespace

void add_explain_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("explain", "Show an operator's versions, code and cases");
  const auto text = std::make_shared<std::string>();
  command
      .add_option("OPERATOR", *text,
                  "Such as Softmax, Softmax-13, ai.onnx.ml.Scaler or mdf.logistic")
      ->required();
  add_footer(command, "Example:\n  etalon explain Softmax-13\n", "0 done, 2 no such operator");
  command.callback(
      [text, &session] { session.action = [text, &session] { return explain(*text, session); }; });
}

}  // namespace etalon
