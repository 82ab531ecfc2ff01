#include "conformance/commands/selection_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "conformance/cases/case_names.h"
#include "conformance/cases/corpus.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/options.h"
#include "conformance/common/near.h"

namespace etalon {

namespace {

void append(std::vector<Case>& cases, std::vector<Case> more) {
  std::move(more.begin(), more.end(), std::back_inserter(cases));
}

[[noreturn]] void unknown_release(const std::string& release, const Manifest& manifest) {
  if (release == weekly) {
    throw UsageError("no weekly package of ONNX is fetched; run: etalon corpus fetch weekly");
  }
  std::vector<std::string> known = {std::string(own_release), "all"};
  for (const Corpus& corpus : manifest.corpora) known.push_back(corpus.release);
  throw UsageError(fmt::format("--release {}: no such release{} (see: etalon corpus list)", release,
                               did_you_mean(release, known)));
}

std::vector<Case> release_cases(const std::string& release, const Manifest& manifest, bool light) {
  if (release == own_release) return own_cases();
  const Corpus* corpus = find_corpus(manifest, release);
  if (corpus == nullptr) unknown_release(release, manifest);
  if (!is_here(*corpus)) {
    throw UsageError(fmt::format("ONNX {0} is not fetched; run: etalon corpus fetch {0}", release));
  }
  return light ? light_cases(*corpus) : corpus_cases(*corpus);
}

// The cases of every available release, each once, and the project's own cases.
std::vector<Case> all_cases(const Manifest& manifest, bool light) {
  std::vector<Case> cases;
  for (const Corpus& corpus : manifest.corpora) {
    if (is_here(corpus)) append(cases, light ? light_cases(corpus) : corpus_cases(corpus));
  }
  if (!light) append(cases, own_cases());
  return cases;
}

// Used without PATH and --release: the default release or, if not fetched, the project's own cases.
std::vector<Case> default_cases(const Manifest& manifest, bool light, Session& session) {
  const Corpus* corpus = find_corpus(manifest, manifest.default_release);
  if (corpus != nullptr && is_fetched(*corpus)) {
    return light ? light_cases(*corpus) : corpus_cases(*corpus);
  }
  session.err << fmt::format(
      "etalon: ONNX {0} is not fetched (etalon corpus fetch {0}); running the project's own "
      "cases\n",
      manifest.default_release);
  return own_cases();
}

// Those of a file or folder, or the one that the word names. A word after an option's own is taken
// for a name.
std::vector<Case> cases_at(const std::string& path) {
  const bool is_path = std::filesystem::exists(path) || path.starts_with('/') ||
                       path.starts_with('.') || path.ends_with(".json");
  if (is_path) return discover(path);
  try {
    return {find_case(path)};
  } catch (const InvalidInput& problem) {
    if (path.find_first_of("/_") != std::string::npos) throw;
    throw InvalidInput("{} (a list after an option has commas: --suite node,simple)",
                       problem.what());
  }
}

Status known_status(const std::string& option, const std::string& word) {
  std::vector<std::string> known;
  for (int i = 0; i < status_count; ++i) known.emplace_back(to_string(static_cast<Status>(i)));
  if (std::find(known.begin(), known.end(), word) != known.end()) return status_named(word);
  const std::string near = did_you_mean(word, known);
  throw UsageError(
      fmt::format("{} {}: no such status{}", option, word,
                  near.empty() ? fmt::format("; there are {}", fmt::join(known, ", ")) : near));
}

}  // namespace

CLI::Option& add_list(CLI::App& command, const std::string& name, std::vector<std::string>& words,
                      const std::string& help) {
  return *add_value(command, name + ",...", words, help).delimiter(',');
}

void add_name_options(CLI::App& command, Selection& selection) {
  add_list(command, "--suite SUITE", selection.suites,
           "Keep these suites: node, simple, pytorch-operator, pytorch-converted, light");
  add_value(command, "--include PATTERN", selection.include,
            "Keep cases whose name matches this regular expression, in any case of letters");
  add_value(command, "--exclude PATTERN", selection.exclude,
            "Drop cases whose name matches this regular expression");
  add_list(command, "--operator OPERATOR", selection.operators,
           "Keep cases with one of these operators, as in Softmax, Softmax-13, ai.onnx.ml.Scaler");
}

CLI::Option& add_status_option(CLI::App& command, const std::string& name,
                               std::vector<Status>& statuses, const std::string& help) {
  const auto take = [name, &statuses](const Words& words) {
    for (const std::string& word : words) statuses.push_back(known_status(name, word));
  };
  return *add_taken<Words>(command, name + " STATUS,...", take, help).delimiter(',');
}

void add_type_option(CLI::App& command, std::vector<std::string>& words) {
  add_list(command, "--type TYPE", words,
           "Keep cases with an input or output of one of these types, as in float16, int8");
}

void add_model_options(CLI::App& command, Selection& selection) {
  add_list(command, "--opset OPSET", selection.opsets,
           "Keep models that import one of these opsets, as in 13, 13-15, ai.onnx.ml:3");
  add_type_option(command, selection.types);
}

std::vector<Case> find_cases(const CaseSources& sources, const std::vector<std::string>& suites,
                             Session& session) {
  std::vector<Case> cases;
  for (const std::string& path : sources.paths) append(cases, cases_at(path));
  if (!sources.paths.empty() && sources.releases.empty()) return cases;
  const Manifest manifest = read_manifest();
  // The light models are a separate suite, which runs only with --suite light.
  const auto find = [&](bool light) {
    if (sources.releases.empty()) append(cases, default_cases(manifest, light, session));
    for (const std::string& release : sources.releases) {
      append(cases, release == "all" ? all_cases(manifest, light)
                                     : release_cases(release, manifest, light));
    }
  };
  const bool light = std::find(suites.begin(), suites.end(), "light") != suites.end();
  if (light) find(true);
  if (!light || suites.size() > 1) find(false);
  return unite(std::move(cases));
}

}  // namespace etalon
