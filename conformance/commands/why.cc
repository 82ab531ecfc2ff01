// etalon why: why a case fails, down to the first wrong node.

#include "conformance/commands/why.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <sstream>
#include <string>

#include "conformance/bisect/bisect.h"
#include "conformance/bisect/bisect_text.h"
#include "conformance/cases/case_names.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/filing_options.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/options.h"
#include "conformance/commands/why_text.h"
#include "conformance/common/file_names.h"
#include "conformance/common/json.h"
#include "conformance/common/usage_error.h"
#include "conformance/judge/judge.h"
#include "conformance/reports/json.h"
#include "conformance/reports/repeat.h"
#include "conformance/run/backend.h"
#include "engine/c_interface.h"
#include "engine/loader/inner_path.h"
#include "engine/loader/loader.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

struct WhyOptions {
  std::string reference;
  BackendOptions backend;
  JudgeOptions judging;
  std::string as_of;
  FilingOptions filing;
  bool trusts_report = false;
};

// True for a JSON report of `etalon test`, or of several runs, which a file of own cases is not.
bool is_report(const std::filesystem::path& file) {
  const nlohmann::json document = read_json(file);
  return document.is_object() && (document.contains("summary") || document.contains("runs"));
}

// A report may come from anywhere: its backend is a command that runs only where the user says so.
void take_backend(const std::string& command, WhyOptions& options) {
  if (!options.backend.command.empty()) return;
  if (!options.trusts_report) {
    throw UsageError(fmt::format(
        "the report's run used --backend {}, a command: give --backend to say what is to "
        "run, or --trust-report to run this",
        printable(command)));
  }
  options.backend.command = command;
}

uint64_t ulps_written(const std::string& value) {
  const double number = number_from_json(value);
  if (number >= 0 && number < 0x1p64) return static_cast<uint64_t>(number);
  throw InvalidInput("the report's option --max-ulp {} is not a number of units", printable(value));
}

// Takes an option of the run that the report is of, unless the command line gives it.
void take_option(const std::string& option, const std::string& value, WhyOptions& options) {
  JudgeOptions& judging = options.judging;
  const auto number = [&] { return number_from_json(value); };
  if (option == "--backend") take_backend(value, options);
  if (option == "--rtol" && !judging.rtol) judging.rtol = number();
  if (option == "--atol" && !judging.atol) judging.atol = number();
  if (option == "--max-ulp" && !judging.max_ulp) judging.max_ulp = ulps_written(value);
  if (option == "--rule") judging.rule = rule_named(value).value_or(judging.rule);
  if (option == "--arithmetic") {
    judging.arithmetic = joined(judging.arithmetic, arithmetic_named({value}));
  }
  if (option == "--as-of" && options.as_of.empty()) {
    judging.as_released = differences_as_of(options.as_of = value);
  }
  if (option == "--choose") judging.choices.merge(choices_of({value}));
}

bool is_named(const CaseResult& result, const std::string& name) {
  const std::string place = result.suite + "/" + result.name;
  return name == result.name || name == place || name == id_of(result);
}

// Where the case is: its name, or its path, which a run writes as an absolute and normal one.
// Throws InvalidInput for another path.
std::string reported_case(const CaseResult& result) {
  const std::string reference = case_reference(result);
  if (reference.empty()) return id_of(result);
  if (reference == id_of(result)) return reference;
  const bool absolute = result.path.starts_with('/');
  if (!absolute || !is_inner_path(std::string_view(result.path).substr(1))) {
    throw InvalidInput("the report's path of {} is {}, which is not absolute and normal",
                       in_quotes(result.name), in_quotes(result.path));
  }
  return reference;
}

// Replaces "REPORT.json#CASE" by the case, and takes the run's options.
void read_reference(WhyOptions& options) {
  if (!names_entry(options.reference)) return;
  const EntryName entry = entry_name(options.reference);
  if (!is_report(entry.file)) return;
  const RunReport report = read_json_report(entry.file, ReportVersions::any);
  const std::vector<std::string>& words = report.info.options;
  for (size_t i = 0; i + 1 < words.size(); i += 2) take_option(words[i], words[i + 1], options);
  for (const CaseResult& result : report.results) {
    if (!is_named(result, entry.name)) continue;
    options.reference = reported_case(result);
    return;
  }
  throw InvalidInput("{}: has no case {}", entry.file.string(), in_quotes(entry.name));
}

std::vector<std::string> command_words(const std::string& command, const WhyOptions& options) {
  std::vector<std::string> words = {"etalon", command, options.reference};
  const std::vector<std::string> judging =
      judging_words(options.judging, options.backend.command, options.as_of);
  words.insert(words.end(), judging.begin(), judging.end());
  return words;
}

Tolerance tolerance_of(const Case& test, const WhyOptions& options) {
  Tolerance tolerance = terms(test).tolerance;
  tolerance.rtol = options.judging.rtol.value_or(tolerance.rtol);
  tolerance.atol = options.judging.atol.value_or(tolerance.atol);
  tolerance.max_ulp = options.judging.max_ulp;
  return options.judging.rule.of(tolerance, 1);
}

// The search for the first wrong node, on the data set that differs.
class Search {
 public:
  Search(const Case& test, const CaseResult& result, const WhyOptions& options)
      : choice_(stored_case(test)), model_(load_model(choice_.model)) {
    request_.model = choice_.model;
    request_.tolerance = tolerance_of(test, options);
    request_.evaluation.as_released = options.judging.as_released;
    request_.evaluation.arithmetic = options.judging.arithmetic;
    request_.choices = options.judging.choices;
    request_.evaluation.lenient = true;  // as old official cases need
    request_.inputs = data_sets(test, model_).at(result.details.data_set.value_or(0)).inputs;
  }

  const BoundModel& model() const { return model_; }
  Bisection run(Runtime& backend) const { return bisect(request_, model_, backend); }
  Filing filing(const Bisection& bisection, const FilingOptions& options) const {
    return {.fault = *bisection.fault,
            .label = label_of_operator(*bisection.fault),
            .tolerance = request_.tolerance,
            .evaluation = request_.evaluation,
            .runtime = "",
            .peers = std::nullopt,
            .source = "",
            .seconds = options.seconds};
  }

 private:
  ModelChoice choice_;
  BoundModel model_;
  BisectRequest request_;
};

// The runtime that a case is searched with.
struct Searched {
  Backend& backend;
  std::string name;
};

// Why the node could not be written, in one sentence; empty where it was, or should not be.
std::string print_search(const Case& test, const CaseResult& result, const WhyOptions& options,
                         const Searched& runtime, std::ostream& out) {
  std::string unwritten;
  const Search search(test, result, options);
  const Bisection bisection = search.run(runtime.backend);
  if (!bisection.fault) out << differences_text(result);
  out << "\n" << conclusion_text(bisection) << fault_text(bisection);
  const std::optional<Peers> peers = options.filing.peers({test.id(), test.folder}, runtime.name);
  if (peers) out << to_string(*peers) << "\n";
  out << specification_text(search.model(), bisection);
  if (bisection.fault && !options.filing.folder.empty()) {
    Filing filing = search.filing(bisection, options.filing);
    filing.runtime = runtime.name;
    filing.peers = peers;
    filing.source = test.id();
    try {
      out << file_node(options.filing, filing, runtime.backend);
    } catch (const Error& problem) {
      unwritten = problem.what();
    }
  }
  out << "\nagain:         " << printable(shell_words(command_words("why", options)))
      << "\nnode as case:  " << printable(shell_words(command_words("bisect", options)))
      << " --output-dir node\n";
  return unwritten;
}

// A model that cannot be searched, such as one that draws random numbers, has its values shown.
std::string print_search_or_reason(const Case& test, const CaseResult& result,
                                   const WhyOptions& options, const Searched& runtime,
                                   std::ostream& out) {
  try {
    return print_search(test, result, options, runtime, out);
  } catch (const Error& problem) {
    out << differences_text(result) << "\nno node is found: " << printable_lines(problem.what())
        << "\n";
    return "";
  }
}

// Whether a search for a wrong node may explain the result.
bool is_searchable(const CaseResult& result) {
  return result.status != Status::pass && result.status != Status::statistical &&
         result.status != Status::open && result.status != Status::invalid &&
         !result.operators.empty();
}

// All but the judgement. Returns what print_search returns.
std::string print_reasons(const Case& test, const CaseResult& result, const WhyOptions& options,
                          const std::optional<Searched>& runtime, std::ostream& out) {
  if (!runtime || !is_searchable(result)) {
    out << differences_text(result);
    return "";
  }
  return print_search_or_reason(test, result, options, *runtime, out);
}

int why(WhyOptions options, Session& session) {
  read_reference(options);
  options.filing.settle();
  const Case test = find_case(options.reference);
  const TemporaryFolder scratch;  // outlives the backend
  std::unique_ptr<Backend> backend;
  std::string runtime = fmt::format("Etalon {}", etalon_version());
  if (!options.backend.command.empty()) {
    options.backend.scratch = scratch.path();
    backend = std::make_unique<Backend>(options.backend);
    runtime = backend->introduce();
    options.judging.backend = backend.get();
  }
  const CaseResult result = judge(test, options.judging);
  session.out << judgement_text(result, runtime) << std::flush;
  std::optional<Searched> searched;
  if (backend) searched.emplace(Searched{*backend, runtime});
  const std::string unwritten = print_reasons(test, result, options, searched, session.out);
  if (!unwritten.empty()) throw InvalidInput("{}", unwritten);
  Counts counts;
  counts.add(result.status);
  return exit_code(counts);
}

void add_judging(CLI::App& command, WhyOptions& options, Session& session) {
  JudgeOptions& judging = options.judging;
  add_tolerance_options(command, judging, "the case's, or ");
  add_rule_option(command, judging.rule, session);
  add_arithmetic_option(command, judging.arithmetic);
  add_as_of_option(command, judging.as_released, &options.as_of);
  add_choose_option(command, judging.choices);
  add_ignore_option(command, judging.ignored_attributes);
}

}  // namespace

std::string why_report(const std::string& folder, const CaseResult& result,
                       const JudgeOptions& judging, const BackendOptions& backend_options,
                       const std::string& runtime, Backend& backend) {
  WhyOptions options;
  options.reference = folder;
  options.backend = backend_options;
  options.judging = judging;
  std::ostringstream out;
  out << judgement_text(result, runtime);
  // A search would wait for the runtime again and again.
  std::optional<Searched> searched;
  if (result.status != Status::timeout) searched.emplace(Searched{backend, runtime});
  print_reasons(find_case(folder), result, options, searched, out);
  return out.str();
}

void add_why_command(CLI::App& app, Session& session) {
  CLI::App& command =
      *app.add_subcommand("why", "Show why a case fails, down to the first wrong node");
  const auto options = std::make_shared<WhyOptions>();
  add_value(command, "CASE", options->reference,
            "Judge this case: a folder, a name (test_abs, 1.22.0/node/test_abs), FILE.json#NAME,\n"
            "or REPORT.json#NAME with the options of its run")
      .required();
  add_backend_options(command, options->backend, "Judge this runtime, not Etalon");
  command.add_flag("--trust-report", options->trusts_report,
                   "Run the backend's command that is in REPORT.json");
  add_judging(command, *options, session);
  add_filing_options(command, options->filing);
  on_run(command, session, [options, &session] { return why(*options, session); });
}

}  // namespace etalon
