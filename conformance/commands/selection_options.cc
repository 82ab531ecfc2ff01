#include "conformance/commands/selection_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "conformance/cases/corpus.h"
#include "conformance/commands/commands.h"
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

// A word after an option's own is taken for a path.
std::vector<Case> cases_at(const std::string& path) {
  if (!std::filesystem::exists(path) && path.find('/') == std::string::npos) {
    throw InvalidInput(
        "{}: no such file or folder (a list after an option has commas: --suite node,simple)",
        path);
  }
  return discover(path);
}

}  // namespace

CLI::Option& add_list(CLI::App& command, const std::string& name, std::vector<std::string>& words,
                      const std::string& what) {
  return *command.add_option(name, words, what)->delimiter(',')->allow_extra_args(false);
}

void add_name_options(CLI::App& command, Selection& selection) {
  add_list(command, "--suite", selection.suites,
           "Only these suites: node, simple, pytorch-operator, pytorch-converted, light");
  command
      .add_option("--include", selection.include,
                  "Only cases whose name matches this pattern, or another --include; upper and "
                  "lower case are the same")
      ->allow_extra_args(false);
  command.add_option("--exclude", selection.exclude, "No cases whose name matches this pattern")
      ->allow_extra_args(false);
  add_list(command, "--operator", selection.operators,
           "Only cases that use one of these operators: Softmax, Softmax-13, ai.onnx.ml.Scaler");
}

void add_model_options(CLI::App& command, Selection& selection) {
  add_list(command, "--opset", selection.opsets,
           "Only models that import one of these opsets: 13, 13-15, ai.onnx.ml:3");
  add_list(command, "--type", selection.types,
           "Only models with an input or output of one of these element types: float16, int8");
}

std::vector<Status> statuses_named(const std::string& option,
                                   const std::vector<std::string>& words) {
  std::vector<Status> statuses;
  for (const std::string& word : words) {
    try {
      statuses.push_back(status_named(word));
    } catch (const InvalidInput&) {
      std::vector<std::string> known;
      for (int i = 0; i < status_count; ++i) known.emplace_back(to_string(static_cast<Status>(i)));
      throw UsageError(
          fmt::format("{} {}: no such status; there are {}", option, word, fmt::join(known, ", ")));
    }
  }
  return statuses;
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
