#include "conformance/commands/earlier_results.h"

#include <fmt/format.h>

#include <utility>

#include "conformance/common/file_names.h"
#include "conformance/common/usage_error.h"
#include "conformance/reports/json.h"

namespace etalon {

EarlierResults::EarlierResults(const TestOptions& options, const std::vector<std::string>& judging,
                               const std::string& runtime, const LoadedFiles& loaded)
    : runtime_(runtime) {
  if (!options.resume.empty()) read(options.resume, judging, runtime);
  if (options.kept.empty()) return;
  std::vector<std::string> words = judging;
  if (options.running.judging.details) words.emplace_back("details");
  words.push_back(fmt::format("--case-timeout {}", options.running.timeout));
  unkept_ = loaded.unknown;
  if (!unkept_.empty()) return;
  const std::optional<FileDigests> files =
      runtime.empty() ? std::nullopt : std::optional(loaded.files);
  kept_.emplace(options.kept,
                circumstance_of(runtime, options.backend.command, words, loaded.files), files);
}

std::optional<CaseResult> EarlierResults::of(const Case& test) const {
  const auto reported = reported_.find(test.id());
  if (reported != reported_.end()) return reported->second;
  return kept_ ? kept_->find(test) : std::nullopt;
}

void EarlierResults::keep(const Case& test, const CaseResult& result) {
  if (unkept_.empty()) unkept_ = result.loads_unknown;
  if (kept_) kept_->keep(test, result);
}

std::string EarlierResults::problem() const {
  if (!unkept_.empty()) {
    return fmt::format("results of {} are not kept: {}", runtime_, unkept_);
  }
  return kept_ ? kept_->problem() : "";
}

void EarlierResults::note_loaded(Backend& backend, CaseResult& result) {
  if (!kept_) return;
  const std::optional<LoadedFiles> loaded = backend.loaded();
  if (!loaded) return;
  result.loads_unknown = loaded->unknown;
  if (loaded->unknown.empty()) result.loaded = kept_->list_of(loaded->files);
}

void EarlierResults::read(const std::string& file, const std::vector<std::string>& judging,
                          const std::string& runtime) {
  RunReport report = read_json_report(file);
  const auto named = [](const std::string& name) { return name.empty() ? "Etalon" : name; };
  if (report.backend != runtime) {
    throw UsageError(fmt::format("--resume {}: it is a report of {}, and this is {}", file,
                                 named(report.backend), named(runtime)));
  }
  if (report.info.options != judging) {
    throw UsageError(
        fmt::format("--resume {}: it was judged with the options {}, and this run has {}", file,
                    shell_words(report.info.options), shell_words(judging)));
  }
  seconds_ = report.seconds;
  for (CaseResult& result : report.results) {
    const std::string id = id_of(result);
    reported_.emplace(id, std::move(result));
  }
}

std::vector<CaseResult> results_of(const std::vector<Case>& cases, RunOptions& running,
                                   EarlierResults& earlier, Progress& progress) {
  std::vector<std::optional<CaseResult>> known;
  std::vector<Case> open;
  for (const Case& test : cases) {
    known.push_back(earlier.of(test));
    if (!known.back()) open.push_back(test);
  }
  const size_t before = cases.size() - open.size();
  if (before != 0) progress.say(fmt::format("{} of {} cases are known", before, cases.size()));
  running.on_progress = [&, before](size_t done, size_t total) {
    progress.show([&] { return fmt::format("{} of {} cases", before + done, before + total); });
  };
  running.on_result = [&](size_t position, const CaseResult& result) {
    earlier.keep(open[position], result);
  };
  std::vector<CaseResult> run;
  if (!open.empty()) run = run_cases(open, running);
  std::vector<CaseResult> results;
  size_t next = 0;
  for (size_t i = 0; i < cases.size(); ++i) {
    if (known[i]) {
      results.push_back(std::move(*known[i]));
    } else if (next < run.size() && id_of(run[next]) == cases[i].id()) {
      results.push_back(std::move(run[next++]));
    }
  }
  return results;
}

}  // namespace etalon
