// etalon why: why a case fails, down to the first wrong node.

#include "conformance/commands/why.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <set>
#include <sstream>
#include <string>

#include "conformance/bisect/bisect.h"
#include "conformance/bisect/bisect_text.h"
#include "conformance/cases/case_names.h"
#include "conformance/cases/errata.h"
#include "conformance/cases/open_points.h"
#include "conformance/check/check_text.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/model_options.h"
#include "conformance/common/file_names.h"
#include "conformance/common/json.h"
#include "conformance/common/usage_error.h"
#include "conformance/judge/judge.h"
#include "conformance/judge/result.h"
#include "conformance/reports/json.h"
#include "conformance/reports/repeat.h"
#include "conformance/reports/summary.h"
#include "conformance/run/backend.h"
#include "engine/loader/loader.h"
#include "engine/operators/schema.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

constexpr size_t shown_lines = 8;

std::string line(const std::string& title, const std::string& text) {
  return fmt::format("  {:<10}  {}\n", title, text);
}

std::string shape_text(const ValueText& value) {
  return value.shape ? value.type + " " + to_string(*value.shape) : value.type;
}

// The elements in short lines, each with its place: by rows of the last axis, or several rows to a
// line where they are very short.
std::string element_lines(const ValueText& value) {
  constexpr size_t shortest = 4;
  constexpr size_t several = 8;
  const Shape shape = value.shape.value_or(Shape{});
  const size_t row = shape.empty() ? 1 : std::max<size_t>(shape.back(), 1);
  const size_t width = row < shortest ? several / row * row : row;
  std::string text;
  size_t i = 0;
  for (size_t lines = 0; i < value.elements.size() && lines < shown_lines; i += width, ++lines) {
    const size_t end = std::min(i + width, value.elements.size());
    const std::vector<std::string> part(value.elements.begin() + static_cast<ptrdiff_t>(i),
                                        value.elements.begin() + static_cast<ptrdiff_t>(end));
    const std::string place = shape.size() < 2 ? "" : place_text(i, shape) + "  ";
    text += fmt::format("      {}{}\n", place, fmt::join(part, ", "));
  }
  const bool cut =
      i < value.elements.size() || (value.shape && element_count(shape) > value.elements.size());
  return cut ? text + "      …\n" : text;
}

std::string value_lines(const std::string& title, const ValueText& value) {
  const std::string name = value.name.empty() ? "" : printable(value.name) + ": ";
  return line(title, name + shape_text(value)) + element_lines(value);
}

std::string difference_lines(const DifferingOutput& output) {
  std::string text = value_lines("expected", output.expected) + value_lines("got", output.got);
  if (output.places.empty()) return text;
  text += line("worst", output.differing == 1
                            ? "1 element does not match"
                            : fmt::format("{} elements do not match", output.differing));
  for (size_t i = 0; i < std::min(output.places.size(), shown_lines); ++i) {
    const DifferingPlace& place = output.places[i];
    text += fmt::format("      {}: got {}, expected {}\n", place.where, place.got, place.expected);
  }
  return text;
}

std::string attribute_line(const NodeText& node) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : node.attributes) {
    texts.push_back(printable(name + " = " + value));
  }
  return texts.empty() ? "" : line("attributes", fmt::format("{}", fmt::join(texts, ", ")));
}

// Both values of the outputs that are wrong when the node is run alone.
std::string output_lines(const NodeFault& fault) {
  std::string text;
  for (size_t i = 0; i < std::min(fault.alone.size(), fault.got.size()); ++i) {
    const OutputReport& report = fault.alone[i];
    text += line("output", printable(report.name) + ": " + sentence(report));
    if (i < fault.model.outputs.size() && report.judgement != Judgement::identical) {
      const auto& [name, expected] = fault.model.outputs[i];
      text += difference_lines(difference_text("", fault.got[i], expected, report.tolerance));
    }
    if (!report.hint.empty()) text += line("perhaps", report.hint);
  }
  return text;
}

// The judgement: status, message, distances, and what was allowed.
std::string judgement_text(const CaseResult& result, const std::string& runtime) {
  const std::string kind =
      result.kind == Mismatch::none ? "" : fmt::format(" ({})", to_string(result.kind));
  std::string text = fmt::format("{}: {}{} by {}\n", printable(case_text(result)),
                                 to_string(result.status), kind, printable(runtime));
  if (!result.message.empty()) text += line("message", printable(result.message));
  const CaseDetails& details = result.details;
  if (details.tolerance) {
    text += line("allowed",
                 fmt::format("rtol {}, atol {}", details.tolerance->rtol, details.tolerance->atol));
    if (details.tolerance->decides != Tolerance::Decides::tolerance) {
      text += line("passes if", deciding_rule({*details.tolerance}));
    }
  }
  if (result.max_abs != 0) {
    text += line("greatest", fmt::format("{:.3g} absolute, {:.3g} relative, {} ULP", result.max_abs,
                                         result.max_rel, result.max_ulp));
  }
  if (result.rounding) {
    text += line("rounding", printable(fmt::format("{}: {}", to_string(result.rounding->kind),
                                                   amounts_text(*result.rounding))));
  }
  if (details.data_set) text += line("data set", fmt::format("{}", *details.data_set));
  return text;
}

// Both values of the case's outputs that do not match; empty if there are none.
std::string differences_text(const CaseResult& result) {
  std::string text;
  for (const DifferingOutput& output : result.details.differences) text += difference_lines(output);
  return text;
}

// The node at fault: its attributes, inputs and both outputs, short.
std::string fault_text(const Bisection& bisection, const BoundModel& model) {
  if (!bisection.fault) return "";
  const NodeFault& fault = *bisection.fault;
  const Node& node = model.graph.nodes.at(fault.position);
  std::string text =
      fault.group.empty()
          ? attribute_line(node_text(node))
          : line("nodes", printable(fmt::format("{}", fmt::join(fault.group, ", "))));
  for (const auto& [name, value] : fault.model.inputs) {
    text += value_lines("input", value_summary(name, value, true));
  }
  if (!fault.refusal.empty()) text += line("alone", printable(fault.refusal));
  return text + output_lines(fault);
}

// The errata about a version of an operator.
std::string errata_text(const Schema& schema) {
  std::string text;
  for (const Erratum* erratum : errata_about(schema)) {
    text += fmt::format("\nerratum {} ({}, {})\n", erratum->id, schema.label(),
                        erratum->release_text());
    text += line("a case", erratum->expected) + line("text", erratum->specification) +
            line("why", erratum->why);
  }
  return text;
}

// What the specification leaves open about it, a line for each point.
std::string open_points_text(const Schema& schema) {
  const OperatorPoints* of = open_points().of(schema);
  if (of == nullptr) return "";
  std::string text;
  for (const OpenPoint& point : of->points) {
    if (point.status == PointStatus::required || !concerns(point, schema)) continue;
    text += line(point.question, point.choice);
  }
  if (text.empty()) return "";
  return fmt::format("\nleft open for {}, and what Etalon does (etalon open {})\n", schema.label(),
                     of->label()) +
         printable_lines(text);
}

struct WhyOptions {
  std::string reference;
  BackendOptions backend;
  JudgeOptions judging;
  std::string as_of;
  std::vector<std::string> choices;  // ID=OPTION
  std::string output_folder;
  bool trusts_report = false;
};

// True for a JSON report of `etalon test`, which a file of own cases is not.
bool is_report(const std::filesystem::path& file) {
  const nlohmann::json document = read_json(file);
  return document.is_object() && document.contains("summary");
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

// Takes an option of the run that the report is of, unless the command line gives it.
void take_option(const std::string& option, const std::string& value, WhyOptions& options) {
  JudgeOptions& judging = options.judging;
  const auto number = [&] { return number_from_json(value); };
  if (option == "--backend") take_backend(value, options);
  if (option == "--rtol" && !judging.rtol) judging.rtol = number();
  if (option == "--atol" && !judging.atol) judging.atol = number();
  if (option == "--max-ulp" && !judging.max_ulp) judging.max_ulp = static_cast<uint64_t>(number());
  if (option == "--rule") judging.rule = rule_named(value).value_or(judging.rule);
  if (option == "--as-of" && options.as_of.empty()) options.as_of = value;
  if (option == "--choose") options.choices.push_back(value);
}

bool is_named(const CaseResult& result, const std::string& name) {
  const std::string place = result.suite + "/" + result.name;
  return name == result.name || name == place || name == result.release + "/" + place;
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
    const std::string reference = case_reference(result);
    options.reference = reference.empty() ? id_of(result) : reference;
    return;
  }
  throw InvalidInput("{}: has no case {}", entry.file.string(), in_quotes(entry.name));
}

std::vector<std::string> command_words(const std::string& command, const WhyOptions& options) {
  std::vector<std::string> words = {"etalon", command, options.reference};
  const std::vector<std::string> judging =
      judging_words(options.judging, options.backend.command, options.as_of, options.choices);
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
    request_.choices = options.judging.choices;
    request_.evaluation.lenient = true;  // as old official cases need
    request_.inputs = data_sets(test, model_).at(result.details.data_set.value_or(0)).inputs;
  }

  const BoundModel& model() const { return model_; }
  Bisection run(Runtime& backend) const { return bisect(request_, model_, backend); }
  const Tolerance& tolerance() const { return request_.tolerance; }

 private:
  ModelChoice choice_;
  BoundModel model_;
  BisectRequest request_;
};

void print_specification(const Search& search, const Bisection& bisection, std::ostream& out) {
  std::set<const Schema*> schemas;
  for (size_t i = 0; i < search.model().graph.nodes.size(); ++i) {
    const Schema* schema = search.model().graph.nodes[i].schema;
    const bool asked = !bisection.fault || bisection.fault->position == i;
    if (asked && schema != nullptr && schemas.insert(schema).second) {
      out << errata_text(*schema) << open_points_text(*schema);
    }
  }
}

void write_node(const WhyOptions& options, const Bisection& bisection, const Tolerance& tolerance,
                std::ostream& out) {
  if (options.output_folder.empty() || !bisection.fault) return;
  OutputFolder folder(options.output_folder, false);
  write_case(folder.path(), node_case(*bisection.fault, tolerance));
  folder.finish();
  out << fmt::format("the node is written as a case to {}\n", options.output_folder);
}

void print_search(const Case& test, const CaseResult& result, const WhyOptions& options,
                  Runtime& backend, std::ostream& out) {
  const Search search(test, result, options);
  const Bisection bisection = search.run(backend);
  if (!bisection.fault) out << differences_text(result);
  out << "\n" << conclusion_text(bisection) << fault_text(bisection, search.model());
  print_specification(search, bisection, out);
  write_node(options, bisection, search.tolerance(), out);
  out << "\nagain:         " << shell_words(command_words("why", options))
      << "\nnode as case:  " << shell_words(command_words("bisect", options))
      << " --output-dir node\n";
}

// A model that cannot be searched, such as one that draws random numbers, has its values shown.
void print_search_or_reason(const Case& test, const CaseResult& result, const WhyOptions& options,
                            Runtime& backend, std::ostream& out) {
  try {
    print_search(test, result, options, backend, out);
  } catch (const Error& problem) {
    out << differences_text(result) << "\nno node is found: " << printable_lines(problem.what())
        << "\n";
  }
}

// Whether a search for a wrong node may explain the result.
bool is_searchable(const CaseResult& result) {
  return result.status != Status::pass && result.status != Status::statistical &&
         result.status != Status::open && result.status != Status::invalid &&
         !result.operators.empty();
}

// All but the judgement.
void print_reasons(const Case& test, const CaseResult& result, const WhyOptions& options,
                   Runtime* backend, std::ostream& out) {
  if (backend == nullptr || !is_searchable(result)) {
    out << differences_text(result);
  } else {
    print_search_or_reason(test, result, options, *backend, out);
  }
}

int why(WhyOptions options, Session& session) {
  read_reference(options);
  options.judging.as_released = differences_as_of(options.as_of);
  options.judging.choices = choices_of(options.choices);
  const Case test = find_case(options.reference);
  const TemporaryFolder scratch;  // outlives the backend
  std::unique_ptr<Backend> backend;
  std::string runtime = fmt::format("Etalon {}", ETALON_VERSION);
  if (!options.backend.command.empty()) {
    options.backend.scratch = scratch.path();
    backend = std::make_unique<Backend>(options.backend);
    runtime = backend->introduce();
    options.judging.backend = backend.get();
  }
  const CaseResult result = judge(test, options.judging);
  session.out << judgement_text(result, runtime);
  print_reasons(test, result, options, backend.get(), session.out);
  Counts counts;
  counts.add(result.status);
  return exit_code(counts);
}

void add_judging(CLI::App& command, WhyOptions& options) {
  JudgeOptions& judging = options.judging;
  command.add_option("--rtol", judging.rtol, "Relative tolerance (default: the case's, or 0.001)")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--atol", judging.atol, "Absolute tolerance (default: the case's, or 1e-7)")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--max-ulp", judging.max_ulp, "Greatest ULP distance that passes (any)")
      ->check(CLI::NonNegativeNumber);
  add_rule_option(command, judging.rule, rule_of_backends);
  add_as_of_option(command, options.as_of);
  add_choose_option(command, options.choices);
  add_ignore_option(command, judging.ignored_attributes);
  command.add_option("--timeout", options.backend.timeout, "Seconds for one answer (default: 60)")
      ->check(seconds());
}

}  // namespace

std::string why_report(const std::string& folder, const CaseResult& result,
                       const JudgeOptions& judging, const BackendOptions& backend_options,
                       const std::string& runtime, Runtime& backend) {
  WhyOptions options;
  options.reference = folder;
  options.backend = backend_options;
  options.judging = judging;
  std::ostringstream out;
  out << judgement_text(result, runtime);
  // A search would wait for the runtime again and again.
  Runtime* const searched = result.status == Status::timeout ? nullptr : &backend;
  print_reasons(find_case(folder), result, options, searched, out);
  return out.str();
}

void add_why_command(CLI::App& app, Session& session) {
  CLI::App& command =
      *app.add_subcommand("why", "Show why a case fails, down to the first wrong node");
  const auto options = std::make_shared<WhyOptions>();
  command
      .add_option("CASE", options->reference,
                  "A case: its folder, its name (1.22.0/node/test_abs, node/test_abs, test_abs), "
                  "FILE.json#NAME for an own case, or REPORT.json#CASE with the run's options")
      ->required();
  command.add_option("--backend", options->backend.command,
                     "The runtime's command (conformance/BACKENDS.md); without it, Etalon");
  command.add_flag("--trust-report", options->trusts_report,
                   "Run the backend's command that stands in REPORT.json");
  add_judging(command, *options);
  command.add_option("--output-dir", options->output_folder,
                     "Write the first wrong node as a case to this folder");
  on_run(command, session, [options, &session] { return why(*options, session); });
}

}  // namespace etalon
