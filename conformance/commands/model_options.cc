#include "conformance/commands/model_options.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <memory>
#include <set>

#include "conformance/cases/case_names.h"
#include "conformance/cases/corpus.h"
#include "conformance/cases/errata.h"
#include "conformance/cases/open_points.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/options.h"
#include "conformance/common/near.h"
#include "conformance/generate/case_files.h"
#include "engine/loader/bind.h"
#include "engine/loader/loader.h"
#include "engine/values/utf8.h"
#include "onnx.pb.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

// The point in time that many seconds from now.
std::chrono::steady_clock::time_point after_seconds(double seconds) {
  using Clock = std::chrono::steady_clock;
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

constexpr std::string_view arithmetic_help =
    "Allow the arithmetic that the runtime declares:\n"
    "  tf32, bf16, f16  factors in sums of float32 products are rounded to 10, 7, 10 bits\n"
    "  f16-sums         as f16, and sums are kept in float16\n"
    "  flush            subnormal numbers may become 0\n"
    "  approximate      exp, tanh, erf, sigmoid, 1/x and 1/sqrt(x) are within 2^-20\n"
    "  fixed-point      integers are rescaled by 31-bit multipliers, ties away from 0";

constexpr std::string_view rule_help =
    "Decide by this rule whether outputs pass (default: official for test and why, else verdict)\n"
    "  official  ONNX's tolerance\n"
    "  verdict   open, or as close as sampled evaluations; the tolerance if no rounding is known";

Limits without_counts(Limits limits) {
  limits.max_steps = std::numeric_limits<uint64_t>::max();
  limits.max_work = std::numeric_limits<uint64_t>::max();
  return limits;
}

// The case's model and data sets in a temporary folder.
ModelChoice written_case(const Case& test) {
  const onnx::ModelProto proto = model_message(test);
  const BoundModel model = unchecked_model(proto, test.folder, {});
  CaseFiles files;
  files.model = proto.SerializeAsString();
  for (const DataSet& set : data_sets(test, model)) {
    CaseFiles::Set written;
    for (const ValueInfo& input : model.graph.inputs) {
      const auto value = set.inputs.find(input.name);
      if (value != set.inputs.end()) written.inputs.emplace_back(input.name, value->second);
    }
    files.sets.push_back(std::move(written));
  }
  ModelChoice choice;
  choice.folder = std::make_shared<TemporaryFolder>();
  write_case(choice.folder->path(), files);
  choice.model = choice.folder->path() / "model.onnx";
  choice.inputs = choice.folder->path() / "test_data_set_0";
  return choice;
}

}  // namespace

void add_input_options(CLI::App& command, ValueFiles& files) {
  add_value(command, "--input NAME=FILE", files.named,
            "Read the input NAME from a .pb, .npy or .bin");
  add_value(command, "--inputs FOLDER", files.all,
            "Read the inputs from a folder (input_I.pb or NAME.npy), an .npz, or one input's file");
}

void add_seed_option(CLI::App& command, uint32_t& seed, const std::string& help) {
  add_value(command, "--seed N", seed, help)
      .check(whole_number(0, std::numeric_limits<uint32_t>::max()));
}

void add_ignore_option(CLI::App& command, std::vector<std::string>& names) {
  add_value(command, "--ignore-attributes NAME,...", names,
            "Ignore these attributes where a dialect's operator (thinker) does not have them")
      .delimiter(',')
      ->allow_extra_args(false);
}

void add_evaluation_options(CLI::App& command, ModelOptions& options, Session& session) {
  add_value(command, "MODEL", options.model,
            "Read this .onnx file, or the model of a case (its folder or name)")
      .required();
  add_input_options(command, options.inputs);
  add_as_of_option(command, options.evaluation.as_released);
  add_choose_option(command, options.choices);
  add_reading_options(command, options.evaluation, options.dialect, session);
  add_plain_option(command, options.evaluation.plain);
  add_links_option(command, options.links);
}

LoadedModel load_with_inputs(const ModelOptions& options, Session& session) {
  const IgnoredAttributes ignored = {{options.ignored.begin(), options.ignored.end()},
                                     [&session](std::string_view node, std::string_view attribute) {
                                       session.err
                                           << fmt::format("etalon: {}: attribute {} is ignored\n",
                                                          node, in_quotes(attribute));
                                     }};
  ValueFiles files = options.inputs;
  ModelChoice choice = choose_model(options.model, files);
  BoundModel model = load_model(choice.model, ignored, options.links,
                                leniency_of(options.evaluation, options.dialect));
  Bindings inputs = read_inputs(model, files);
  return {std::move(choice), std::move(model), std::move(inputs)};
}

CLI::Option& add_dim_option(CLI::App& command, Dimensions& dimensions) {
  const auto take = [&dimensions](const Words& words) {
    for (const std::string& word : words) {
      std::string name;
      int64_t length = 0;
      if (!re2::RE2::FullMatch(word, R"((.+)=(\d{1,9}))", &name, &length)) {
        throw UsageError(fmt::format("--dim {}: expected NAME=LENGTH", word));
      }
      dimensions[name] = length;
    }
  };
  return add_taken<Words>(command, "--dim NAME=LENGTH", take,
                          "Set the length of a symbolic dimension");
}

void add_links_option(CLI::App& command, SymbolicLinks& links) {
  command.add_flag_callback(
      "--allow-symlinks", [&links] { links = SymbolicLinks::within_cache; },
      "Open external data through links inside a model cache (blobs, snapshots) and hard links");
}

CommandLimits::CommandLimits(const Limits& limits)
    : scope_(without_counts(limits)), data_(data_for_budget(limits.max_memory)) {
  keep_freed_blocks(limits.max_memory / 16);  // the gaps between kept blocks are not counted
}

void add_memory_option(CLI::App& command, Limits& limits) {
  add_value(
      command, "--max-memory BYTES", limits.max_memory,
      "Limit Etalon's memory, as in 4GB (10^9) or 4GiB (2^30) (default: half of the machine's)")
      .transform(byte_count());
}

void add_count_options(CLI::App& command, Limits& limits) {
  add_value(command, "--max-steps N", limits.max_steps,
            "Limit the number of evaluated nodes, those in loops included")
      .check(whole_number());
  add_value(command, "--max-work N", limits.max_work,
            "Limit the multiply-adds of the evaluation (default: some minutes of them)")
      .check(whole_number());
}

void add_limit_options(CLI::App& command, Limits& limits) {
  add_memory_option(command, limits);
  add_count_options(command, limits);
  const auto set = [&limits](double wanted) { limits.deadline = after_seconds(wanted); };
  add_taken<double>(command, "--timeout SECONDS", set, std::string(timeout_help)).check(seconds());
}

CLI::Option& add_backend_options(CLI::App& command, BackendOptions& backend,
                                 const std::string& help) {
  CLI::Option& option = add_value(command, "--backend COMMAND", backend.command,
                                  help + ": a command, 'python:MODULE [OPTIONS]' or so:LIBRARY");
  add_value(
      command, "--case-timeout SECONDS", backend.timeout,
      fmt::format("Limit each case, or each answer of the backend (default: {})", backend.timeout))
      .check(seconds());
  add_value(command, "--backend-memory BYTES", backend.max_memory,
            "Limit the backend's memory, as in 4GB or 4GiB (default: the machine's memory)")
      .transform(byte_count());
  command.add_flag("--files", backend.files, "Always pass models and tensors as files");
  return option;
}

void add_plain_option(CLI::App& command, bool& plain) {
  command.add_flag("--plain", plain,
                   "Do not use the fast paths. Slower; proved digits are the same");
}

void add_reading_options(CLI::App& command, Options& evaluation, Dialect& dialect,
                         Session& session) {
  dialect.of = Dialect::Of::by_producer;
  const auto take = [&dialect](const Words& words) {
    try {
      dialect = dialect_named(words.back());
    } catch (const Error& error) {
      throw UsageError(fmt::format("--dialect: {}", error.what()));
    }
  };
  add_taken<Words>(
      command, "--dialect NAME", take,
      "Read operators and layouts that only ONNX Runtime writes: auto (default: if it\n"
      "wrote the model), onnx (never), onnxruntime, onnxruntime:8 or onnxruntime:16\n"
      "(with blocks of so many channels)");
  command.add_flag(
      "--lenient", evaluation.lenient,
      "Accept values that contradict the declared types, and unsorted nodes, with a warning");
  const auto said = std::make_shared<std::set<std::string>>();
  evaluation.on_warning = [said, &session](const std::string& sentence) {
    if (!said->insert(sentence).second) return;
    session.err << "etalon: warning: " << printable(sentence) << "\n";
  };
}

Leniency leniency_of(const Options& evaluation, const Dialect& dialect) {
  return {evaluation.lenient, evaluation.on_warning, dialect};
}

void add_arithmetic_option(CLI::App& command, Arithmetic& arithmetic) {
  const auto take = [&arithmetic](const Words& words) {
    try {
      arithmetic = joined(arithmetic, arithmetic_named(words));
    } catch (const Error& error) {
      throw UsageError(fmt::format("--arithmetic: {}", error.what()));
    }
  };
  add_taken<Words>(command, "--arithmetic NAME,...", take, std::string(arithmetic_help));
}

void add_rule_option(CLI::App& command, JudgingRule& rule, Session& session) {
  const auto take = [&rule, &session](const std::string& name) {
    const bool zeros = rule.signed_zeros;
    rule = *rule_named(name);
    rule.signed_zeros = zeros;
    if (name == "official" || name == "verdict") return;
    warn_of_old_spelling(
        "--rule " + name,
        name == "scaled" ? "--rule official, relative to the largest value" : "--rule verdict",
        session);
  };
  const auto known = [](const std::string& name) -> std::string {
    return rule_named(name) ? "" : fmt::format("{} is not one of official, verdict", name);
  };
  add_taken<std::string>(command, "--rule official|verdict", take, std::string(rule_help))
      .check(known);
  command.add_flag("--signed-zeros", rule.signed_zeros,
                   "Fail zeros of the other sign where the operator's formula decides the sign");
}

void add_choose_option(CLI::App& command, Choices& choices) {
  const auto take = [&choices](const Words& words) { choices = choices_of(words); };
  add_taken<Words>(
      command, "--choose ID=OPTION", take,
      "Require one option of an open point, as in ReduceMax.nan=ignore (see: etalon open)");
}

Choices choices_of(const Words& words) {
  Choices choices;
  std::vector<std::string> known;
  for (const OperatorPoints& one : open_points().operators) {
    for (const OpenPoint& point : one.points) {
      if (point.status == PointStatus::required) continue;
      known.push_back(point.id);
      known.push_back(name_of_point(point.id));
    }
  }
  for (const std::string& word : words) {
    const size_t equals = word.find('=');
    if (equals == std::string::npos || equals + 1 == word.size()) {
      throw UsageError(fmt::format("--choose {}: expected ID=OPTION", word));
    }
    const std::string id = word.substr(0, equals);
    if (std::find(known.begin(), known.end(), id) == known.end()) {
      throw UsageError(fmt::format("--choose {}: there is no such open point{} (see: etalon open)",
                                   id, did_you_mean(id, known)));
    }
    choices[id] = word.substr(equals + 1);
  }
  return choices;
}

std::vector<std::string> judging_words(const JudgeOptions& judging, const std::string& backend,
                                       const std::string& as_of) {
  std::vector<std::string> words;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  add("--backend", backend);
  if (judging.rtol) add("--rtol", fmt::format("{}", *judging.rtol));
  if (judging.atol) add("--atol", fmt::format("{}", *judging.atol));
  if (judging.max_ulp) add("--max-ulp", fmt::format("{}", *judging.max_ulp));
  const std::string_view rule = name_of(judging.rule);
  if (rule != name_of(official_rule)) add("--rule", std::string(rule));
  if (judging.rule.signed_zeros) words.emplace_back("--signed-zeros");
  add("--arithmetic", fmt::format("{}", fmt::join(names_of(judging.arithmetic), ",")));
  add("--as-of", as_of);
  for (const auto& [id, option] : judging.choices) add("--choose", id + "=" + option);
  return words;
}

void add_as_of_option(CLI::App& command, Differences& differences, std::string* release) {
  const auto take = [&differences, release](const std::string& wanted) {
    differences = differences_as_of(wanted);
    if (release != nullptr) *release = wanted;
  };
  add_taken<std::string>(
      command, "--as-of RELEASE", take,
      "Evaluate as this release of ONNX did where releases differ about one version");
}

Differences differences_as_of(const std::string& release) {
  if (release.empty()) return {};
  const Manifest manifest = read_manifest();
  const Corpus* corpus = find_corpus(manifest, release);
  if (corpus == nullptr) {
    std::vector<std::string> known;
    for (const Corpus& each : manifest.corpora) known.push_back(each.release);
    throw UsageError(fmt::format("--as-of {}: no such release{} (see: etalon corpus list)", release,
                                 did_you_mean(release, known)));
  }
  return differences_of(corpus->release);
}

ModelChoice stored_case(const Case& test) {
  if (!test.problem.empty()) throw InvalidInput("{}", test.problem);
  if (test.function) throw InvalidInput("{}: a case of an MDF function has no model", test.id());
  if (test.form != Case::Form::folder) return written_case(test);
  ModelChoice choice;
  choice.model = test.folder / "model.onnx";
  const fs::path inputs = test.folder / "test_data_set_0";
  if (fs::is_directory(inputs)) choice.inputs = inputs;
  return choice;
}

ModelChoice choose_model(const std::string& word) {
  const bool is_model = word.ends_with(".onnx") || (fs::exists(word) && !word.ends_with(".json"));
  // A model that does not exist is named as such when it is read.
  if (is_model && !fs::is_directory(word)) return {word, "", nullptr};
  return stored_case(find_case(word));
}

ModelChoice choose_model(const std::string& word, ValueFiles& inputs) {
  ModelChoice choice = choose_model(word);
  if (inputs.none()) inputs.all = choice.inputs;
  return choice;
}

}  // namespace etalon
