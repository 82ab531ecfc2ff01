// etalon generate: writes cases in the official layout.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <limits>
#include <memory>

#include "conformance/cases/open_points.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/options.h"
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
  Choices choices;
  bool refusals = false;
  ValueFiles inputs;
  std::optional<uint32_t> random;
  Dimensions dimensions;
  std::optional<size_t> count;
  std::optional<uint32_t> seed;
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
  Dialect dialect;
  Options evaluation;
};

void check(bool fine, const std::string& sentence) {
  if (!fine) throw UsageError(sentence);
}

// What the declarations of the options do not say.
void check_options(const GenerateOptions& options) {
  const bool model = !options.model.empty();
  const bool node = !options.node.empty();
  const bool operators = !options.operators.empty();
  const bool pairs = !options.pairs.empty();
  check(model + node + operators + options.graphs + pairs == 1,
        "generate needs one of MODEL, --node, --operator, --graphs and --pairs");
  check(!model || !options.seed, "--seed cannot be used with MODEL; use --random SEED");
  check(operators || options.graphs || options.opset == 0, "--opset needs --operator or --graphs");
  const bool open = options.aim.starts_with("open:");
  check(options.aim.empty() || options.aim == "any" || open, "--aim takes open:ID or any");
  check(!open || (options.attributes.empty() && options.shapes.empty() && options.values.empty()),
        "--attr, --shape and --values cannot be used with --aim open:ID");
  check(!model || options.random || !options.count, "--count with MODEL needs --random");
}

// The folder name for a case: letters and digits, joined by underscores.
std::string folder_name(const std::string& op_type, const std::string& name) {
  std::string text = "test_" + op_type + "_" + name;
  for (char& c : text)
    c = static_cast<char>(std::isalnum(static_cast<unsigned char>(c)) ? std::tolower(c) : '_');
  return text;
}

// A list of names in indented lines.
std::string wrapped(const std::string& names) {
  constexpr size_t most = 80;
  std::string text = " ";
  size_t length = 0;
  for (const std::string& name : CLI::detail::split(names, ' ')) {
    if (length + name.size() > most) text += "\n ";
    length = (length + name.size() > most ? 0 : length) + name.size() + 1;
    text += " " + name;
  }
  return text;
}

std::string digits_text(const Proof& proof) { return "Digits: " + to_string(proof) + "\n"; }

// Adds what is proved of a case to `proof`. Throws Unspecified where results are not.
void write_one(const fs::path& folder, CaseFiles files, const GenerateOptions& options,
               Proof& proof, Session& session) {
  if (options.proved && !files.proof.whole()) {
    throw Unspecified("{}; use --no-proved to write the case", to_string(files.proof));
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
  wish.dialect = options.dialect;
  wish.files = options.inputs;
  wish.seed = options.random;
  wish.dimensions = options.dimensions;
  wish.sets = options.count.value_or(1);
  wish.allow_unspecified = options.allow_unspecified;
  wish.evaluation = options.evaluation;
  wish.on_drawn = [&session](const DrawnInputs& drawn) {
    for (const std::string& line : to_lines(drawn)) session.out << line << "\n";
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
    choice.choices = options.choices;
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
  check(!options.out.empty(), "generate needs --out FOLDER");
  const CommandLimits limits(options.evaluation.limits);
  check_options(options);
  std::optional<ChoiceScope> scope;
  if (!options.choices.empty()) scope.emplace(Recording::on, options.choices);
  if (!options.model.empty()) return from_model(options, session);
  if (options.graphs) return from_graphs(options, session);
  if (!options.pairs.empty()) return from_pairs(options, session);
  return options.node.empty() ? from_operators(options, session) : from_node(options, session);
}

void add_model_source(CLI::App& command, GenerateOptions& options) {
  CLI::Option* model = &add_value(command, "MODEL", options.model, "Evaluate this .onnx file");
  add_input_options(command, options.inputs);
  CLI::Option* random = &add_value(command, "--random SEED", options.random,
                                   "Draw the inputs that are not in a file, by this seed");
  add_dim_option(command, options.dimensions).needs(random);
  for (CLI::Option* input :
       {command.get_option("--input"), command.get_option("--inputs"), random}) {
    input->needs(model);
  }
}

// What is drawn of the operators.
void add_call_options(CLI::App& command, GenerateOptions& options, CLI::Option* operators) {
  CLI::Option& aim =
      add_value(command, "--aim POINT", options.aim,
                "Draw calls that meet this open point, open:ID, or any (default: none)");
  CLI::Option& refusals = *command.add_flag("--refusals", options.refusals,
                                            "Draw invalid calls, which must be refused");
  const std::array<CLI::Option*, 7> all = {
      &add_value(command, "--type TYPE", options.type,
                 "Draw calls with an input of this element type"),
      &add_value(command, "--attr NAME=VALUE", options.attributes,
                 "Draw calls where the attribute has this value, written or by default"),
      &add_value(command, "--shape INPUT=2x3", options.shapes,
                 "Draw calls where the input has this shape"),
      &add_value(
          command, "--values CLASS", options.values,
          "Draw elements of this class:\n"
          "  ordinary, zeros, subnormal, extreme, powers, halfway, cancel, nan, infinity,\n"
          "  ties, text, dot-zeros, dot-exponents, dot-onto, dot-mixes, dot-wide, dot-plain"),
      command.add_flag("--covering", options.covering,
                       "Keep calls with a new pair of properties, until no more are found"),
      &aim,
      &refusals};
  refusals.excludes(&aim);
  for (CLI::Option* option : all) option->needs(operators);
}

void add_sources(CLI::App& command, GenerateOptions& options) {
  add_model_source(command, options);
  add_value(command, "--node CALLS", options.node,
            "Evaluate these calls of operators: a JSON file, or JSON");
  CLI::Option* operators = &add_list(command, "--operator OPERATOR", options.operators,
                                     "Draw calls of these operators, as in Conv-11, or of all");
  add_call_options(command, options, operators);
  CLI::Option* graphs =
      command.add_flag("--graphs", options.graphs, "Draw models of 2 to 30 nodes");
  add_value(command, "--pattern PATTERN", options.pattern,
            "Draw graphs with this pattern:\n" + wrapped(graph_pattern_names()))
      .needs(graphs);
  command.add_flag("--pairs{any}", options.pairs,
                   fmt::format("Draw pairs of equivalent models, or --pairs=KIND: {}", pair_kinds));
  add_value(command, "--opset N", options.opset,
            "Draw operators at, or graphs of, this opset (default: the newest)")
      .check(whole_number(1, 9999));
  add_value(command, "--count N", options.count,
            "Draw this many cases of each operator (default: 10), graphs or pairs (10), inputs\n"
            "of each call of --node (1), or data sets of MODEL (1)")
      .check(whole_number(1, most_cases));
  add_value(command, "--seed N", options.seed, "Draw other cases (default: 0)")
      .check(whole_number(0, std::numeric_limits<uint32_t>::max()));
  CLI::Option* lax = command.add_flag("--allow-unspecified", options.allow_unspecified,
                                      "Write cases without outputs where these are unspecified");
  lax->excludes(operators)->excludes(graphs);
}

void add_coverage(CLI::App& command, GenerateOptions& options) {
  CLI::Option& out = add_value(command, "--out FOLDER", options.out, "Write the cases here");
  CLI::Option* coverage =
      command.add_flag("--coverage", options.coverage,
                       "Print how the cases in MODEL, a folder, or of --release cover operators");
  coverage->excludes(&out);
  add_list(command, "--release RELEASE", options.releases,
           "Cover the cases of these releases, 'own' or 'all'")
      .needs(coverage);
  add_format_option(command, "text|json", options.format).needs(coverage);
}

constexpr std::string_view generate_examples =
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
  add_coverage(command, *options);
  command.add_flag("--force", options->force, "Replace the cases in the folder");
  command.add_flag("--proved,!--no-proved", options->proved,
                   "Refuse outputs that are not proved to be exact, rounded once (default)");
  add_as_of_option(command, options->evaluation.as_released);
  add_choose_option(command, options->choices);
  add_reading_options(command, options->evaluation, options->dialect, session);
  add_value(command, "--rtol NUMBER", options->rtol, "Store this relative tolerance in the cases")
      .check(tolerance_number());
  add_value(command, "--atol NUMBER", options->atol, "Store this absolute tolerance in the cases")
      .check(tolerance_number());
  add_links_option(command, options->links);
  add_limit_options(command, options->evaluation.limits);
  add_footer(command, generate_examples, usual_exit_codes);
  on_run(command, session, [options, &session] { return generate(*options, session); });
}

}  // namespace etalon
