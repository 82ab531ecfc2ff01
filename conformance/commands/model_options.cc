#include "conformance/commands/model_options.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "conformance/cases/case_names.h"
#include "conformance/cases/corpus.h"
#include "conformance/cases/errata.h"
#include "conformance/cases/open_points.h"
#include "conformance/commands/commands.h"
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

constexpr uint64_t most = uint64_t{1} << 62U;
constexpr double most_seconds = 1e9;

// The number in decimal digits that a text begins with, and what follows it; so no sign and no
// 2^64 - 1 for "unlimited". Nothing for another text.
std::optional<std::pair<uint64_t, std::string_view>> leading_number(const std::string& text) {
  uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || value > most) return std::nullopt;
  return {{value, {stop, end}}};
}

// Accepts a text that is a number with the property; other texts are not `what`.
CLI::Validator real_number(bool (*accepts)(double), const std::string& what) {
  const auto problem = [accepts, what](std::string& text) -> std::string {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (!text.empty() && *end == '\0' && accepts(value)) return "";
    return fmt::format("{} is not {}", text, what);
  };
  return {problem, ""};
}

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
  command.add_option("--input", files.named, "NAME=FILE: an input, .pb, .npy or .bin")
      ->allow_extra_args(false);
  command.add_option(
      "--inputs", files.all,
      "A folder of input_I or NAME (.pb, .npy, .bin), an .npz with arrays by name, or the file "
      "of the only input");
}

void add_ignore_option(CLI::App& command, std::vector<std::string>& names) {
  command
      .add_option("--ignore-attributes", names,
                  "NAME,...: leave these out of nodes of a dialect (thinker) whose operator is not "
                  "known to have them")
      ->delimiter(',')
      ->allow_extra_args(false);
}

IgnoredAttributes ignored_attributes(const std::vector<std::string>& names, std::ostream& err) {
  return {{names.begin(), names.end()}, [&err](std::string_view node, std::string_view attribute) {
            err << fmt::format("etalon: {}: attribute {} is ignored\n", node, in_quotes(attribute));
          }};
}

void add_dim_option(CLI::App& command, std::vector<std::string>& words) {
  command.add_option("--dim", words, "NAME=LENGTH of a symbolic dimension")
      ->allow_extra_args(false);
}

Dimensions dimensions_of(const std::vector<std::string>& words) {
  Dimensions dimensions;
  for (const std::string& word : words) {
    std::string name;
    int64_t length = 0;
    if (!re2::RE2::FullMatch(word, R"((.+)=(\d{1,9}))", &name, &length)) {
      throw UsageError(fmt::format("--dim {}: expected NAME=LENGTH", word));
    }
    dimensions[name] = length;
  }
  return dimensions;
}

void add_links_option(CLI::App& command, SymbolicLinks& links) {
  command.add_flag_callback(
      "--allow-symlinks", [&links] { links = SymbolicLinks::within_cache; },
      "Open external data through symbolic links that stay within the model's cache, a folder with "
      "'blobs' and 'snapshots', and files that have several hard links, as package caches make "
      "them");
}

CLI::Validator byte_count() {
  const auto in_bytes = [](std::string& text) -> std::string {
    constexpr std::array<std::string_view, 5> units = {"", "KiB", "MiB", "GiB", "TiB"};
    const auto [value, named] = leading_number(text).value_or(std::pair(uint64_t{0}, ""));
    const auto unit = std::find(units.begin(), units.end(), named);
    const auto shift = static_cast<unsigned>(10 * (unit - units.begin()));
    if (value == 0 || unit == units.end() || value > most >> shift) {
      return fmt::format("{} is not a number of bytes from 1 to {}, or of KiB, MiB, GiB or TiB",
                         text, most);
    }
    text = std::to_string(value << shift);
    return "";
  };
  return {in_bytes, ""};
}

CLI::Validator plain_count() {
  const auto problem = [](std::string& text) -> std::string {
    const auto number = leading_number(text);
    if (number && number->second.empty()) return "";
    return fmt::format("{} is not a number from 0 to {}", text, most);
  };
  return {problem, ""};
}

CLI::Validator seconds() {
  return real_number(
      [](double value) { return value > 0 && value <= most_seconds; },
      fmt::format("a number of seconds greater than 0 and at most {:.0f}", most_seconds));
}

CLI::Validator tolerance_number() {
  return real_number([](double value) { return value >= 0 && std::isfinite(value); },
                     "a tolerance: a number that is not negative");
}

CommandLimits::CommandLimits(const Limits& limits)
    : scope_(without_counts(limits)), data_(data_for_budget(limits.max_memory)) {
  keep_freed_blocks(limits.max_memory / 16);  // the gaps between kept blocks are not counted
}

void add_count_options(CLI::App& command, Limits& limits) {
  command
      .add_option("--max-steps", limits.max_steps,
                  "Limit of evaluated nodes, those in loops included")
      ->check(plain_count());
  command
      .add_option("--max-work", limits.max_work,
                  "Limit of work in multiply-adds of a matrix product; the default is some minutes")
      ->check(plain_count());
}

void add_limit_options(CLI::App& command, Limits& limits) {
  command
      .add_option("--max-memory", limits.max_memory,
                  "Limit of the bytes of the model and all values in memory, from 1 to 2^62, or as "
                  "in 4GiB (default: half of the machine's memory)")
      ->transform(byte_count())
      ->type_name("BYTES");
  add_count_options(command, limits);
  command
      .add_option_function<double>(
          "--timeout", [&limits](double wanted) { limits.deadline = after_seconds(wanted); },
          std::string(timeout_help))
      ->check(seconds());
}

void add_plain_option(CLI::App& command, bool& plain) {
  command.add_flag("--plain", plain,
                   "Evaluate every operator by its formula alone, without the quick paths: slower, "
                   "and every digit that is proved is the same");
}

void add_lenient_option(CLI::App& command, Options& evaluation, Session& session) {
  command.add_flag(
      "--lenient", evaluation.lenient,
      "Only warn if a value contradicts the type or rank that the model declares; sort "
      "nodes that are not in topological order, with a warning");
  const auto said = std::make_shared<std::set<std::string>>();
  evaluation.on_warning = [said, &session](const std::string& sentence) {
    if (!said->insert(sentence).second) return;
    session.err << "etalon: warning: " << printable(sentence) << "\n";
  };
}

Leniency leniency_of(const Options& evaluation) {
  return {evaluation.lenient, evaluation.on_warning};
}

void add_arithmetic_option(CLI::App& command, Arithmetic& arithmetic) {
  const auto known = [](std::string& words) -> std::string {
    try {
      arithmetic_named({words});
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  command
      .add_option_function<std::vector<std::string>>(
          "--arithmetic",
          [&arithmetic](const std::vector<std::string>& words) {
            arithmetic = joined(arithmetic, arithmetic_named(words));
          },
          "Judge by the arithmetic that the runtime declares, one or more of: tf32, bf16, f16 "
          "(factors of products in sums of float32 are rounded to 10, 7, 10 bits), f16-sums (as "
          "f16, and sums are kept in float16), flush (subnormal numbers may be 0), approximate "
          "(exp, tanh, erf, sigmoid, 1/x and 1/sqrt(x) within 2^-20 of the result), fixed-point "
          "(integers are rescaled by 31-bit multipliers, ties away from 0)")
      ->allow_extra_args(false)
      ->check(CLI::Validator(known, ""))
      ->type_name("NAME,...");
}

void add_rule_option(CLI::App& command, JudgingRule& rule, Session& session,
                     std::string_view note) {
  const std::string what = fmt::format(
      "What decides that an output passes (default: {}): official, ONNX's tolerance; or verdict, "
      "that it is no further off than sampled evaluations in the declared types, or is open, and "
      "the tolerance where nothing is known of rounding{}",
      name_of(rule), note);
  const auto take = [&rule, &session](const std::string& name) {
    const bool zeros = rule.signed_zeros;
    rule = *rule_named(name);
    rule.signed_zeros = zeros;
    if (name == "official" || name == "verdict") return;
    session.err << fmt::format(
        "etalon: warning: --rule {} is an older name of --rule {}\n", name,
        name == "scaled" ? "official, relative to the largest value" : "verdict");
  };
  command.add_option_function<std::string>("--rule", take, what)
      ->check(CLI::IsMember({"official", "verdict", "scaled", "rounding", "both"}))
      ->type_name("official|verdict");
  command.add_flag("--signed-zeros", rule.signed_zeros,
                   "Fail zeros of the other sign where the operator's formula decides the sign");
}

void add_choose_option(CLI::App& command, std::vector<std::string>& words) {
  command
      .add_option("--choose", words,
                  "ID=OPTION: what a runtime's own contract says where the specification leaves a "
                  "choice (etalon open lists the ids), as in ReduceMax.nan=ignore; nan=ignore for "
                  "all points of that name")
      ->allow_extra_args(false);
}

Choices choices_of(const std::vector<std::string>& words) {
  Choices choices;
  if (words.empty()) return choices;
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
                                       const std::string& as_of,
                                       const std::vector<std::string>& choices) {
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
  for (const std::string& choice : choices) add("--choose", choice);
  return words;
}

void add_as_of_option(CLI::App& command, std::string& release) {
  command.add_option("--as-of", release,
                     "Evaluate like this release of ONNX where releases differ about one version "
                     "of an operator");
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
