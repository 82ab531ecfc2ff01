// etalon explain: prints all that is known about operators: formula, schemas, what versions change,
// the code, an example, open points, errata, cases, what other runtimes pass.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "conformance/cases/operator_names.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/options.h"
#include "conformance/common/json.h"
#include "conformance/explain/explanation.h"
#include "conformance/explain/function_facts.h"
#include "conformance/explain/requirements_text.h"
#include "engine/mdf/function.h"

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
  for (const WantedOperator& wanted : operators_meant(words)) {
    const std::vector<const Schema*> versions = versions_meant(wanted.name);
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

// Prints the statements of these operators as "text", "json" or "csv"; of all operators of ONNX's
// domains where no word, or "all", is given. Throws UsageError for a name that has none. Returns
// the exit code.
int print_requirements(const std::vector<std::string>& words, const std::string& format,
                       Session& session) {
  std::ostream& out = session.out;
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
  session.prints_json = false;
  if (format == "json") {
    out << json_text(list, 1) << "\n";
  } else if (format == "text") {
    out << counts.text();
  }
  return exit_ok;
}

struct ExplainOptions {
  std::vector<std::string> words;
  std::string format = "text";
  bool code = false;
  bool all_code = false;
  bool requirements = false;
};

// An MDF function, given with or without the domain in front; an onnx:: one at the wanted opset.
// Nothing when there is no such function.
std::optional<mdf::FunctionInfo> function_wanted(const WantedOperator& wanted) {
  std::string_view name = wanted.name;
  if (name.starts_with(mdf_prefix)) name.remove_prefix(mdf_prefix.size());
  const int64_t opset = wanted.version ? *wanted.version : mdf::default_onnx_opset;
  std::optional<mdf::FunctionInfo> function = mdf::find_function(name, opset);
  if (function && wanted.version && function->kind != mdf::FunctionKind::onnx) {
    throw UsageError(fmt::format("MDF's {} has no versions", name));
  }
  return function;
}

// The points of a version that no later version of the list has.
std::vector<const OpenPoint*> points_of(const std::vector<explain::Facts>& all, size_t index) {
  std::vector<const OpenPoint*> points = all[index].points;
  std::erase_if(points, [&](const OpenPoint* point) {
    return std::any_of(all.begin() + index + 1, all.end(), [&](const explain::Facts& later) {
      return std::find(later.points.begin(), later.points.end(), point) != later.points.end();
    });
  });
  return points;
}

class Explanation {
 public:
  Explanation(const ExplainOptions& options, Session& session)
      : options_(options), out_(session.out), official_(official_index()), own_(own_index()) {}

  void explain_one(const WantedOperator& wanted) {
    const std::vector<const Schema*> versions = versions_meant(wanted.name);
    const auto function = versions.empty() ? function_wanted(wanted) : std::nullopt;
    if (versions.empty() && !function) unknown_operator(wanted.name);
    if (function) return explain_function(*function, wanted);
    const std::vector<const Schema*> chosen = choose_versions(versions, wanted);
    if (options_.format == "json") return add_json(chosen);
    separate();
    if (wanted.version && chosen.front()->since_version != *wanted.version) {
      out_ << fmt::format("In opset {}, {} is version {}.\n\n", *wanted.version, wanted.name,
                          chosen.front()->since_version);
    }
    for (size_t start = 0; start < chosen.size();) {
      size_t end = start;
      while (end < chosen.size() && chosen[end]->domain == chosen[start]->domain) ++end;
      if (start > 0) out_ << "\n";
      print({chosen.begin() + start, chosen.begin() + end});
      start = end;
    }
  }

  void finish() {
    if (options_.format == "json") {
      out_ << json_text(list_, 1) << "\n";
    } else if (official_.empty()) {
      out_ << "Official cases are listed once fetched: etalon corpus fetch [all]\n";
    }
  }

 private:
  // The chosen versions of one operator of one domain.
  void print(const std::vector<const Schema*>& versions) const {
    std::vector<explain::Facts> all;
    for (const Schema* schema : versions) all.push_back(explain::facts_of(*schema));
    const explain::Header& header = all.back().header;
    if (!header.formula.empty()) {
      out_ << full_name(*versions.front()) << "\n" << explain::header_text(header) << "\n";
    }
    for (size_t i = 0; i < all.size(); ++i) {
      const bool last = i + 1 == all.size();
      out_ << explain::explanation_text(
          all[i], official_, own_,
          {options_.code && last, options_.all_code && last, points_of(all, i)});
      if (!last) out_ << "\n";
    }
  }

  void add_json(const std::vector<const Schema*>& versions) {
    for (const Schema* schema : versions) {
      list_.push_back(explain::explanation_json(explain::facts_of(*schema), official_, own_,
                                                options_.code || options_.all_code));
    }
  }

  void explain_function(const mdf::FunctionInfo& function, const WantedOperator& wanted) {
    const explain::FunctionFacts facts = explain::facts_of(function);
    if (options_.format == "json") return list_.push_back(explain::function_json(facts));
    separate();
    const int64_t opset = wanted.version ? *wanted.version : mdf::default_onnx_opset;
    out_ << explain::function_text(facts, opset);
    out_ << explain::cases_text("own", own_, std::string(mdf_prefix) + function.name);
    if (options_.code || options_.all_code) out_ << explain::code_text(facts.sources);
  }

  void separate() {
    if (!first_) out_ << "\n";
    first_ = false;
  }

  const ExplainOptions& options_;
  std::ostream& out_;
  OperatorIndex official_;
  OperatorIndex own_;
  nlohmann::ordered_json list_ = nlohmann::ordered_json::array();
  bool first_ = true;
};

int explain_all(const ExplainOptions& options, Session& session) {
  session.prints_json = options.format == "json";
  if (options.requirements) return print_requirements(options.words, options.format, session);
  if (options.words.empty()) throw UsageError("explain needs an operator, such as Softmax-13");
  if (options.format == "csv") throw UsageError("--format csv needs --requirements");
  Explanation explanation(options, session);
  for (const WantedOperator& wanted : operators_meant(options.words)) {
    explanation.explain_one(wanted);
  }
  session.prints_json = false;
  explanation.finish();
  return exit_ok;
}

}  // namespace

void add_explain_command(CLI::App& app, Session& session) {
  CLI::App& command =
      *app.add_subcommand("explain", "Show an operator's formula, versions, code and cases");
  const auto options = std::make_shared<ExplainOptions>();
  add_value(command, "OPERATOR...", options->words,
            "Explain these, as in Softmax-13, 'conv 11', ai.onnx.ml.Scaler, mdf.logistic");
  command.add_flag("--code", options->code, "Print the formula's code, and what is left open");
  command.add_flag("--all-code", options->all_code,
                   "Print this, fast paths, bounds, and what old releases meant");
  command.add_flag("--requirements", options->requirements,
                   "List every checkable statement with its id and the own cases that test it");
  add_choice(command, "--format text|json|csv", options->format,
             "Print in this format (default: text); csv needs --requirements");
  add_footer(command,
             "Examples:\n  etalon explain Softmax-13\n  etalon explain conv 11 --code\n"
             "  etalon explain Softmax --requirements --format csv\n",
             "0 done, 2 no such operator");
  on_run(command, session, [options, &session] { return explain_all(*options, session); });
}

}  // namespace etalon
