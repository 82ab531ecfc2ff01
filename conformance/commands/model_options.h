// Options shared by the commands that take a model.
#pragma once

#include <chrono>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "conformance/cases/cases.h"
#include "conformance/cases/value_files.h"
#include "conformance/common/paths.h"
#include "conformance/generate/model_inputs.h"
#include "conformance/judge/judge.h"
#include "conformance/run/backend.h"
#include "conformance/run/bus_error.h"
#include "conformance/run/process_limits.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/ignored_attributes.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/operators/choice_scope.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace etalon {

struct Session;

// The model that a command line names, and the inputs that come with it.
struct ModelChoice {
  std::filesystem::path model;
  std::string inputs;                       // a folder, where the word named a case; else empty
  std::shared_ptr<TemporaryFolder> folder;  // of a case that is not stored as files
};
// `word` is a model's file, or names a case (find_case in conformance/cases/case_names.h): then its
// model, and the inputs of its first data set.
ModelChoice choose_model(const std::string& word);
// The same; the case's inputs become those of `inputs` unless that names some.
ModelChoice choose_model(const std::string& word, ValueFiles& inputs);
// The model and the data sets of a case as files; what is not stored is written to a temporary
// folder.
ModelChoice stored_case(const Case& test);

// A model on the command line, its inputs, and how it is evaluated.
struct ModelOptions {
  std::string model;  // its file, or a case
  ValueFiles inputs;
  std::vector<std::string> ignored;  // attributes
  Choices choices;
  SymbolicLinks links = SymbolicLinks::refused;
  Dialect dialect;
  Options evaluation;
};
// MODEL, which is required, --input, --inputs, --as-of, --choose, --lenient, --dialect, --plain and
// --allow-symlinks.
void add_evaluation_options(CLI::App& command, ModelOptions& options, Session& session);

struct LoadedModel {
  ModelChoice choice;
  BoundModel model;
  Bindings inputs;
};
// Each attribute that is ignored is a line on standard error.
LoadedModel load_with_inputs(const ModelOptions& options, Session& session);

// --input and --inputs.
void add_input_options(CLI::App& command, ValueFiles& files);
// --ignore-attributes NAME,...
void add_ignore_option(CLI::App& command, std::vector<std::string>& names);
// --seed
void add_seed_option(CLI::App& command, uint32_t& seed, const std::string& help);
// --dim NAME=LENGTH
CLI::Option& add_dim_option(CLI::App& command, Dimensions& dimensions);
// --allow-symlinks
void add_links_option(CLI::App& command, SymbolicLinks& links);
inline constexpr std::string_view timeout_help = "End the whole command after this time";
// --max-memory, --max-steps, --max-work and --timeout, which sets the deadline when the command
// line is read.
void add_limit_options(CLI::App& command, Limits& limits);
// Of these, --max-memory alone, and --max-steps and --max-work.
void add_memory_option(CLI::App& command, Limits& limits);
void add_count_options(CLI::App& command, Limits& limits);
// --backend, which is returned, --case-timeout, --backend-memory and --files.
CLI::Option& add_backend_options(CLI::App& command, BackendOptions& backend,
                                 const std::string& help);

// The memory and time budget of a whole command: its limits, and a limit of the system a little
// above the memory budget for what that does not count. Each evaluation counts its own steps and
// work. A mapped file that becomes shorter ends the command with a sentence.
class CommandLimits {
 public:
  explicit CommandLimits(const Limits& limits);

 private:
  LimitScope scope_;
  DataLimit data_;
  BusErrorSentence mapped_;
};

// --lenient: a value that contradicts the model's declaration and nodes that are not in order are
// warnings, once for each sentence. --dialect.
void add_reading_options(CLI::App& command, Options& evaluation, Dialect& dialect,
                         Session& session);
// How a model is read by these options.
Leniency leniency_of(const Options& evaluation, const Dialect& dialect);

// --plain: operators by their formulas alone.
void add_plain_option(CLI::App& command, bool& plain);

// --arithmetic NAME,....
void add_arithmetic_option(CLI::App& command, Arithmetic& arithmetic);

// --rule, of which the given one is the default, and --signed-zeros. Older names of rules are taken
// with a warning.
void add_rule_option(CLI::App& command, JudgingRule& rule, Session& session);

// --choose ID=OPTION.
void add_choose_option(CLI::App& command, Choices& choices);
// The choices of such words. Throws UsageError for other words, and for a point that
// data/open_points lacks.
Choices choices_of(const std::vector<std::string>& words);

// The options, each with its value, of `etalon why` or `bisect` that judge in this way.
std::vector<std::string> judging_words(const JudgeOptions& judging, const std::string& backend,
                                       const std::string& as_of);

// --as-of RELEASE, whose name becomes `release`, where that is given.
void add_as_of_option(CLI::App& command, Differences& differences, std::string* release = nullptr);
// The differences of the release from the specification; none for "". Throws UsageError if there is
// no such release.
Differences differences_as_of(const std::string& release);

}  // namespace etalon
