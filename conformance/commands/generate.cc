// etalon generate: writes cases in the official layout.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <memory>

#include "conformance/cases/open_points.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/selection_options.h"
#include "conformance/generate/coverage.h"
#include "conformance/generate/graph_case.h"
#include "conformance/generate/graph_pairs.h"
#include "conformance/generate/graph_patterns.h"
#include "conformance/generate/model_case.h"
#include "conformance/generate/operator_cases.h"
#include "conformance/generate/refused_calls.h"
#include "conformance/generate/written_node.h"
#include "conformance/judge/open.h"
#include "engine/values/json.h"
#include "engine/values/limits.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

constexpr size_t default_count = 10;  // cases of an operator
constexpr size_t most_cases = 100'000;

struct GenerateOptions {
  std::string model;
  std::string node;
  std::vector<std::string> operators;
  bool graphs = false;
  std::string pairs;    // a kind, or "any"
  std::string pattern;  // of --graphs
  std::string type;
  int opset = 0;
  std::vector<std::string> attributes;  // NAME=VALUE
  std::vector<std::string> shapes;      // INPUT=2x3
  std::string values;                   // a class of elements
  std::string aim;                      // open:ID
  std::vector<std::string> choices;     // ID=OPTION
  bool refusals = false;
  ValueFiles inputs;
  std::optional<uint32_t> random;
  std::vector<std::string> dimensions;  // NAME=LENGTH
  std::optional<size_t> count;
  std::optional<uint32_t> seed;
  std::string as_of;
  std::string out;
  bool coverage = false;
  bool covering = false;
  std::vector<std::string> releases;
  std::string format = "text";
  bool force = false;
  bool allow_unspecified = false;
  bool proved = true;
  std::optional<double> rtol;
  std::optional<double> atol;
  SymbolicLinks links = SymbolicLinks::refused;
  Options evaluation;
};

void check(bool fine, const std::string& sentence) {
  if (!fine) throw UsageError(sentence);
}

void check_options(const GenerateOptions& options) {
  const bool model = !options.model.empty();
  const bool node = !options.node.empty();
  const bool operators = !options.operators.empty();
  const bool pairs = !options.pairs.empty();
  check(model + node + operators + options.graphs + pairs == 1,
        "generate takes one of MODEL, --node, --operator, --graphs and --pairs");
  check(model || (options.inputs.none() && !options.random),
        "--input, --inputs and --random need MODEL");
  check(!model || !options.seed,
        "--seed needs --node, --operator, --graphs or --pairs; with MODEL, use --random");
  check(options.random || options.dimensions.empty(), "--dim needs --random");
  check(operators || options.type.empty(), "--type needs --operator");
  check(operators || options.graphs || options.opset == 0, "--opset needs --operator or --graphs");
  check(options.graphs || options.pattern.empty(), "--pattern needs --graphs");
  check(operators || options.aim.empty(), "--aim needs --operator");
  check(operators || options.attributes.empty(), "--attr needs --operator");
  check(operators || options.shapes.empty(), "--shape needs --operator");
  check(operators || options.values.empty(), "--values needs --operator");
  check(operators || !options.covering, "--covering needs --operator");
  check(!options.aim.starts_with("open:") ||
            (options.attributes.empty() && options.shapes.empty() && options.values.empty()),
        "--attr, --shape and --values cannot be used with --aim open:ID");
  check(options.aim.empty() || options.aim == "any" || options.aim.starts_with("open:"),
        "--aim takes open:ID or any");
  check(operators || !options.refusals, "--refusals needs --operator");
  check(!options.refusals || options.aim.empty(),
        "--refusals cannot be used with --aim: where a point is open, a refusal is not required");
  check(!model || options.random || !options.count, "--count with MODEL needs --random");
  check(!(operators || options.graphs) || !options.allow_unspecified,
        "--allow-unspecified cannot be used with --operator and --graphs, which draw what is "
        "unspecified again");
  for (const auto& tolerance : {options.rtol, options.atol}) {
    check(!tolerance || *tolerance >= 0, "tolerances must not be negative");
  }
}

// The folder name for a case: letters and digits, joined by underscores.
std::string folder_name(const std::string& op_type, const std::string& name) {
  std::string text = "test_" + op_type + "_" + name;
  for (char& c : text)
    c = static_cast<char>(std::isalnum(static_cast<unsigned char>(c)) ? std::tolower(c) : '_');
  return text;
}

std::string digits_text(const Proof& proof) { return "Digits: " + to_string(proof) + "\n"; }

// Adds what is proved of a case to `proof`. Throws Unspecified where results are not.
void write_one(const fs::path& folder, CaseFiles files, const GenerateOptions& options,
               Proof& proof, Session& session) {
  if (options.proved && !files.proof.whole()) {
    throw Unspecified("{}; --no-proved writes them all the same", to_string(files.proof));
  }
  proof += files.proof;
  files.rtol = options.rtol;
  files.atol = options.atol;
  write_case(folder, files);
  for (const CaseFiles::Set& set : files.sets) {
    for (const auto& [name, value] : set.outputs) {
      for (const std::string& text : open_texts(value)) {
        session.out << fmt::format("output {} is open: {}\n", in_quotes(name), printable(text));
      }
    }
  }
  if (!files.error.empty() && files.step.empty()) {
    session.out << fmt::format("a refusal is expected: {}\n", files.error);
  }
  if (files.unspecified.empty()) return;
  session.out << fmt::format("no expected outputs are written: {}\n", files.unspecified);
}

// Does the work until --timeout ends it. Returns the sentence about that; else an empty one.
template <class F>
std::string in_time(F work) {
  try {
    work();
    return "";
  } catch (const LimitExceeded& limit) {
    if (!is_late(limit)) throw;
    return limit.what();
  }
}

// Makes the folder of so many whole cases, unless --timeout ended the work before the first.
void finish(OutputFolder& out, size_t cases, const std::string& late) {
  if (cases == 0 && !late.empty()) throw LimitExceeded("{}", late);
  out.finish();
}

int code_of(size_t cases, const std::string& late, Session& session) {
  if (late.empty()) return exit_ok;
  session.err << fmt::format("etalon: stopped after {} case{}: {}\n", cases, cases == 1 ? "" : "s",
                             printable(late));
  return exit_stopped;
}

int from_model(const GenerateOptions& options, Session& session) {
  ModelCaseOptions wish;
  wish.model = options.model;
  wish.links = options.links;
  wish.files = options.inputs;
  wish.seed = options.random;
  wish.dimensions = dimensions_of(options.dimensions);
  wish.sets = options.count.value_or(1);
  wish.allow_unspecified = options.allow_unspecified;
  wish.evaluation = options.evaluation;
  wish.on_drawn_lengths = [&session](const std::string& sentence) {
    session.out << sentence << "; --dim gives others\n";
  };
  OutputFolder out(options.out, options.force);
  Proof proof;
  write_one(out.path(), model_case(wish), options, proof, session);
  out.finish();
  session.out << fmt::format("1 case, {} data set{}, in {}\n", wish.sets, wish.sets == 1 ? "" : "s",
                             options.out)
              << digits_text(proof);
  return exit_ok;
}

// The calls of --node; with --count each of them so many times, with a number after its name. What
// has no data is drawn anew each time.
std::vector<WrittenCall> calls_of_node(const GenerateOptions& options) {
  Draw draw(options.seed.value_or(0));
  std::vector<WrittenCall> calls;
  for (size_t i = 0; i < options.count.value_or(1); ++i) {
    for (WrittenCall& written : read_calls(options.node, draw)) {
      if (options.count) written.name += fmt::format("{}{}", written.name.empty() ? "" : "_", i);
      calls.push_back(std::move(written));
    }
  }
  check(!calls.empty(), place_of_calls(options.node) + ": contains no case that expects outputs");
  return calls;
}

int from_node(const GenerateOptions& options, Session& session) {
  const std::vector<WrittenCall> calls = calls_of_node(options);
  OutputFolder out(options.out, options.force);
  Proof proof;
  for (const WrittenCall& written : calls) {
    const bool alone = written.name.empty();
    const fs::path folder =
        alone ? out.path() : out.path() / folder_name(written.call.node.op_type(), written.name);
    check(alone || !fs::exists(folder), "two cases are named " + folder.filename().string());
    write_one(folder, node_case(written.call, options.allow_unspecified, options.evaluation),
              options, proof, session);
  }
  out.finish();
  session.out << fmt::format("{} case{} in {}\n", calls.size(), calls.size() == 1 ? "" : "s",
                             options.out)
              << digits_text(proof);
  return exit_ok;
}

Wishes wishes_of(const GenerateOptions& options) {
  Wishes wishes;
  for (const std::string& text : options.attributes) wishes.attributes.insert(attribute_wish(text));
  for (const std::string& text : options.shapes) wishes.shapes.insert(shape_wish(text));
  if (!options.values.empty()) wishes.values = values_wish(options.values);
  return wishes;
}

std::vector<OperatorChoice> named_operators(const GenerateOptions& options,
                                            const std::string& aim) {
  const DType type = options.type.empty() ? DType::undefined : element_type(options.type);
  const Wishes wishes = wishes_of(options);
  if (options.operators == std::vector<std::string>{"all"}) {
    check(wishes.none(), "--attr, --shape and --values need an operator's name");
    return every_operator(type, options.opset);
  }
  std::vector<OperatorChoice> choices;
  for (const std::string& word : options.operators) {
    choices.push_back(narrowed(operator_choice(word, aim), type, options.opset, wishes));
  }
  return choices;
}

// Throws UsageError unless it is a point of the operator that is open.
void check_aim(const std::string& aim, const std::string& op) {
  const std::string name = op.substr(op.rfind('.') + 1);
  const auto [of, found] = open_points().find(aim);
  check(found && of->op == name,
        fmt::format("--aim open:{}: this is not an open point of {} (see: etalon open {})", aim, op,
                    name));
  check(found->status != PointStatus::required,
        fmt::format("--aim open:{}: nothing is open there, the text decides it", aim));
}

// The same with what is aimed at.
std::vector<OperatorChoice> chosen_operators(const GenerateOptions& options) {
  const bool any = options.aim == "any";
  const std::string aim = options.aim.empty() || any ? "" : options.aim.substr(5);
  std::vector<OperatorChoice> operators = named_operators(options, aim);
  for (OperatorChoice& choice : operators) {
    choice.any = any;
    choice.choices = choices_of(options.choices);
    if (!aim.empty()) check_aim(aim, choice.name);
  }
  return operators;
}

// The number of cases of each version, and of draws that were not written: calls that the operator
// refused, values, and calls with empty outputs or that change nothing.
struct Tally {
  std::map<int, size_t> versions;
  size_t refused = 0;
  size_t revalued = 0;
  size_t passed_over = 0;

  std::string text(const std::string& name) const {
    std::vector<std::string> parts;
    for (const auto& [version, count] : versions) {
      parts.push_back(fmt::format("{}-{}: {}", name, version, count));
    }
    std::string again;
    if (refused != 0) again += fmt::format("; {} drawn again", refused);
    if (revalued != 0) again += fmt::format("; {} given other values", revalued);
    if (passed_over != 0) again += fmt::format("; {} passed over", passed_over);
    return fmt::format("{}{}\n", fmt::join(parts, ", "), again);
  }
};

// draw_case(), and again, for a few times, where a digit is not decided.
OperatorCase draw_decided(const OperatorChoice& choice, Draw& draw,
                          const GenerateOptions& options) {
  constexpr int most_draws = 10;
  size_t refused = 0;
  for (int draws = 1;; ++draws) {
    OperatorCase drawn = draw_case(choice, draw, options.evaluation);
    const Proof& proof = drawn.files.proof;
    const bool undecided = options.proved && proof.undecided != 0 && proof.unproved.empty();
    drawn.refused += refused;
    if (!undecided || draws == most_draws) return drawn;
    refused = drawn.refused + 1;
  }
}

// Cases that expect a refusal, counted in `cases`; the text says of which kinds they are.
std::string add_refusals(const OperatorChoice& choice, const fs::path& folder,
                         const GenerateOptions& options, size_t& cases, std::string& late,
                         Session& session) {
  Draw draw(options.seed.value_or(0));
  RefusalDraws refusals(choice);
  Proof none;
  late = in_time([&] {
    for (size_t i = 0; i < options.count.value_or(default_count); ++i, ++cases) {
      const OperatorCase drawn = refusals.draw(draw, options.evaluation);
      const std::string name = fmt::format("v{}_refused_{:03}", drawn.schema->since_version, i);
      write_one(folder / folder_name(choice.name, name), drawn.files, options, none, session);
    }
  });
  std::vector<std::string> kinds;
  for (const auto& [kind, count] : refusals.kinds()) {
    kinds.push_back(fmt::format("{} {}", kind, count));
  }
  return fmt::format("{}: {}\n", choice.name, fmt::join(kinds, ", "));
}

// Writes cases of one operator, with a tally of them.
class CaseWriter {
 public:
  CaseWriter(const OperatorChoice& choice, const fs::path& folder, const GenerateOptions& options,
             Proof& proof, Session& session)
      : choice_(choice),
        folder_(folder),
        options_(options),
        proof_(proof),
        session_(session),
        draw_(options.seed.value_or(0)) {}

  // As many as the options say.
  void all() {
    for (size_t i = 0; i < options_.count.value_or(default_count); ++i) write(next());
  }

  // Those that have a pair of points which none before has, until many draws in a row have none; at
  // most as many as the options say.
  void covering() {
    constexpr size_t most_idle = 60;
    std::map<const Schema*, Space> spaces;
    size_t written = 0;
    for (size_t idle = 0; idle < most_idle && written < options_.count.value_or(most_cases);) {
      OperatorCase drawn = next();
      Space& space = spaces.try_emplace(drawn.schema, *drawn.schema).first->second;
      const bool adds = space.cover(drawn.files.about->points) != 0;
      idle = adds ? 0 : idle + 1;
      if (!adds) continue;
      write(std::move(drawn));
      ++written;
    }
  }

  // Of what is written.
  const Tally& tally() const { return tally_; }

 private:
  OperatorCase next() {
    check_deadline();
    OperatorCase drawn = draw_decided(choice_, draw_, options_);
    drawn.files.about->seed = options_.seed.value_or(0);
    drawn.files.about->number = number_++;
    tally_.refused += drawn.refused;
    tally_.revalued += drawn.revalued;
    tally_.passed_over += drawn.passed_over;
    return drawn;
  }

  void write(OperatorCase drawn) {
    const std::string name =
        fmt::format("v{}_{:03}", drawn.schema->since_version, drawn.files.about->number);
    write_one(folder_ / folder_name(choice_.name, name), std::move(drawn.files), options_, proof_,
              session_);
    ++tally_.versions[drawn.schema->since_version];
  }

  const OperatorChoice& choice_;
  const fs::path& folder_;
  const GenerateOptions& options_;
  Proof& proof_;
  Session& session_;
  Draw draw_;
  size_t number_ = 0;
  Tally tally_;
};

int from_operators(const GenerateOptions& options, Session& session) {
  const std::vector<OperatorChoice> choices = chosen_operators(options);
  check(options.covering || choices.size() * options.count.value_or(default_count) <= most_cases,
        fmt::format("--count: at most {} cases in total", most_cases));
  OutputFolder out(options.out, options.force);
  std::string tallies;
  size_t cases = 0;
  std::string late;
  Proof proof;
  for (const OperatorChoice& choice : choices) {
    if (!late.empty()) break;
    if (options.refusals) {
      tallies += add_refusals(choice, out.path(), options, cases, late, session);
      continue;
    }
    CaseWriter writer(choice, out.path(), options, proof, session);
    late = in_time([&] { options.covering ? writer.covering() : writer.all(); });
    tallies += writer.tally().text(choice.name);
    for (const auto& [version, count] : writer.tally().versions) cases += count;
  }
  finish(out, cases, late);
  session.out << tallies
              << fmt::format("{} cases of {} operator{} in {}\n", cases, choices.size(),
                             choices.size() == 1 ? "" : "s", options.out)
              << (options.refusals ? "" : digits_text(proof));
  return code_of(cases, late, session);
}

// What the cases of a folder or of releases cover; those of the default release if neither is
// given.
int print_coverage(const GenerateOptions& options, Session& session) {
  check(options.out.empty(), "--coverage writes no cases: --out cannot be used with it");
  CaseSources sources;
  if (!options.model.empty()) sources.paths = {options.model};
  sources.releases = options.releases;
  Coverage coverage(options.operators);
  for (const Case& test : find_cases(sources, {}, session)) coverage.add(test);
  if (options.format == "json") {
    session.out << coverage.json().dump(1) << "\n";
    return exit_ok;
  }
  session.out << coverage.text() << fmt::format("{} cases\n", coverage.cases());
  if (coverage.unread() != 0) {
    session.err << fmt::format("etalon: {} cases cannot be read\n", coverage.unread());
  }
  return exit_ok;
}

int from_graphs(const GenerateOptions& options, Session& session) {
  const GraphChoice choice{.pattern = options.pattern, .opset = options.opset};
  check_graph_choice(choice);
  Draw draw(options.seed.value_or(0));
  OutputFolder out(options.out, options.force);
  const size_t count = options.count.value_or(default_count);
  Proof proof;
  size_t cases = 0;
  const std::string late = in_time([&] {
    for (; cases < count; ++cases) {
      check_deadline();
      write_one(out.path() / fmt::format("test_graph_{:04}", cases),
                draw_graph_case(draw, choice, options.evaluation), options, proof, session);
    }
  });
  finish(out, cases, late);
  session.out << fmt::format("{} graph{} in {}\n", cases, cases == 1 ? "" : "s", options.out)
              << digits_text(proof);
  return code_of(cases, late, session);
}

int from_pairs(const GenerateOptions& options, Session& session) {
  Draw draw(options.seed.value_or(0));
  OutputFolder out(options.out, options.force);
  const std::string kind = options.pairs == "any" ? "" : options.pairs;
  const size_t count = options.count.value_or(default_count);
  size_t same = 0, pairs = 0;
  const std::string late = in_time([&] {
    for (; pairs < count; ++pairs) {
      check_deadline();
      const GraphPair pair = draw_pair(draw, kind, options.evaluation);
      write_pair(out.path() / fmt::format("pair_{:04}_{}", pairs, pair.kind), pair);
      same += pair.same_digits ? 1 : 0;
    }
  });
  finish(out, pairs, late);
  session.out << fmt::format("{} pair{} of models in {}; {} with the same digits\n", pairs,
                             pairs == 1 ? "" : "s", options.out, same);
  return code_of(pairs, late, session);
}

int generate(GenerateOptions& options, Session& session) {
  if (options.coverage) return print_coverage(options, session);
  check(options.releases.empty(), "--release needs --coverage");
  check(options.format == "text", "--format needs --coverage");
  check(!options.out.empty(), "--out is required");
  const CommandLimits limits(options.evaluation.limits);
  check_options(options);
  options.evaluation.as_released = differences_as_of(options.as_of);
  std::optional<ChoiceScope> scope;
  if (!options.choices.empty()) scope.emplace(Recording::on, choices_of(options.choices));
  if (!options.model.empty()) return from_model(options, session);
  if (options.graphs) return from_graphs(options, session);
  if (!options.pairs.empty()) return from_pairs(options, session);
  return options.node.empty() ? from_operators(options, session) : from_node(options, session);
}

void add_sources(CLI::App& command, GenerateOptions& options) {
  command.add_option("MODEL", options.model, "A model's .onnx file");
  add_input_options(command, options.inputs);
  command.add_option("--random", options.random, "SEED: draw the inputs that are not in a file");
  add_dim_option(command, options.dimensions);
  command.add_option("--node", options.node,
                     "A JSON file with calls of operators, or such JSON itself: one-node cases");
  add_list(command, "--operator", options.operators,
           "[DOMAIN.]NAME[-VERSION] or all: random valid calls");
  command.add_flag("--graphs", options.graphs,
                   "Random models of 2 to 30 nodes: patterns that optimisers rewrite, near misses "
                   "of them, bodies, functions, quantization");
  command.add_flag(
      "--pairs{any}", options.pairs,
      fmt::format("Random pairs of equivalent models: of any kind, or --pairs=KIND: {}",
                  pair_kinds));
  command.add_option("--pattern", options.pattern,
                     "With --graphs: each contains this pattern: " + graph_pattern_names());
  command.add_option("--type", options.type,
                     "With --operator: only calls with an input of this element type");
  command
      .add_option("--opset", options.opset,
                  "With --operator: only the version in force at this opset of its domain; with "
                  "--graphs: the models' opset (the newest)")
      ->check(CLI::Range(1, 9999));
  command
      .add_option("--attr", options.attributes,
                  "NAME=VALUE: with --operator, only calls where the attribute has this value, "
                  "written or by default; may be repeated")
      ->allow_extra_args(false);
  command
      .add_option("--shape", options.shapes,
                  "INPUT=2x3: with --operator, only calls where the input has this shape; may be "
                  "repeated")
      ->allow_extra_args(false);
  command.add_option("--values", options.values,
                     "With --operator: the class of the elements: ordinary, zeros, subnormal, "
                     "extreme, powers, halfway, cancel, nan, infinity, ties, text, dot-zeros, "
                     "dot-exponents, dot-onto, dot-mixes, dot-wide, dot-plain");
  command
      .add_option("--count", options.count,
                  "Cases of each operator (10) or call of --node (1), graphs or pairs (10), "
                  "or data sets (1)")
      ->check(CLI::Range(size_t{1}, most_cases));
  command.add_option("--seed", options.seed,
                     "Seed of the random calls of --operator, inputs of --node and --graphs (0)");
}

void add_coverage(CLI::App& command, GenerateOptions& options) {
  command.add_flag("--coverage", options.coverage,
                   "Write nothing: print what of the operators' calls that can be drawn the cases "
                   "in MODEL, a folder, or of --release have");
  command.add_flag("--covering", options.covering,
                   "With --operator: only cases that have a pair of properties which none before "
                   "has, until no more are found; --count is the most");
  add_list(command, "--release", options.releases, "With --coverage: a release, own or all");
  command.add_option("--format", options.format, "With --coverage")
      ->check(CLI::IsMember({"text", "json"}));
}

constexpr std::string_view examples =
    "Examples:\n"
    "  etalon generate model.onnx --inputs inputs --out case\n"
    "  etalon generate --operator Conv-11 --count 50 --seed 7 --out cases\n"
    "  etalon generate --coverage --release 1.22.0 --operator Conv,Softmax\n"
    "  etalon generate --operator Softmax --attr axis=0 --shape input=2x3 --values nan --out c\n"
    "  etalon generate --out case --node '{\"operator\": \"Abs\", \"inputs\": [{\"type\": "
    "\"float\", \"data\": [-1]}]}'\n";

}  // namespace

void add_generate_command(CLI::App& app, Session& session) {
  CLI::App& command =
      *app.add_subcommand("generate", "Write cases with expected outputs, in the official layout");
  const auto options = std::make_shared<GenerateOptions>();
  add_sources(command, *options);
  command.add_option("--out", options->out, "The folder to write");
  add_coverage(command, *options);
  command.add_flag("--force", options->force, "Replace the cases in the folder");
  command.add_flag(
      "--allow-unspecified", options->allow_unspecified,
      "Where the outputs have no value at all (random numbers that no seed determines, a call that "
      "is refused as Unspecified), write a case without them; elements that are open have Etalon's "
      "value, and need no such option");
  command.add_flag("--proved,!--no-proved", options->proved,
                   "Refuse expected outputs whose digits are not proved to be the exact results, "
                   "rounded once (default)");
  add_as_of_option(command, options->as_of);
  add_choose_option(command, options->choices);
  command.add_option(
      "--aim", options->aim,
      "open:ID: with --operator, only calls that meet this open point; any: calls as "
      "they come (by default only calls that meet none)");
  add_lenient_option(command, options->evaluation, session);
  command.add_option("--rtol", options->rtol, "The case's own relative tolerance")
      ->check(tolerance_number());
  command.add_option("--atol", options->atol, "The case's own absolute tolerance")
      ->check(tolerance_number());
  command.add_flag("--refusals", options->refusals,
                   "With --operator: calls that the specification forbids, each one step away from "
                   "a valid one; the cases expect a refusal");
  add_links_option(command, options->links);
  add_limit_options(command, options->evaluation.limits);
  add_footer(command, examples, usual_exit_codes);
  on_run(command, session, [options, &session] { return generate(*options, session); });
}

}  // namespace etalon
