// etalon corpus: lists and fetches the official corpora; makes, verifies and compares drawn ones.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

#include "conformance/cases/corpus.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/progress.h"
#include "conformance/commands/selection_options.h"
#include "conformance/corpus/make.h"
#include "conformance/generate/case_files.h"
#include "engine/operators/schema.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

int list(Session& session) {
  const Manifest manifest = read_manifest();
  session.out << fmt::format("{:<9}{:>6}  {}\n", "release", "cases", "state");
  for (const Corpus& corpus : manifest.corpora) {
    std::string state = corpus.file.empty()  ? "no corpus: " + corpus.reason
                        : is_fetched(corpus) ? "fetched"
                                             : "-";
    if (std::filesystem::is_directory(materialized_folder(corpus))) {
      state += ", node cases materialized";
    }
    if (corpus.release == manifest.default_release) state += " (default)";
    session.out << fmt::format("{:<9}{:>6}  {}\n", corpus.release, corpus.cases, state);
  }
  for (const Corpus& corpus : manifest.upcoming) {
    session.out << fmt::format("{} {}  fetched (weekly)\n", corpus.release, corpus.cases);
  }
  return exit_ok;
}

std::vector<const Corpus*> named_corpora(const Manifest& manifest,
                                         const std::vector<std::string>& releases) {
  std::vector<const Corpus*> corpora;
  for (const std::string& release : releases) {
    if (release == "all") {
      for (const Corpus& corpus : manifest.corpora) {
        if (!corpus.file.empty()) corpora.push_back(&corpus);
      }
      continue;
    }
    const Corpus* corpus = find_corpus(manifest, release);
    if (corpus == nullptr) {
      throw UsageError(fmt::format("{}: no such release (see: etalon corpus list)", release));
    }
    corpora.push_back(corpus);
  }
  return corpora;
}

int fetch_releases(std::vector<std::string> releases, Session& session) {
  const Manifest manifest = read_manifest();
  if (releases.empty()) releases.push_back(manifest.default_release);
  const auto say = [&](const std::string& sentence) { session.out << sentence << std::endl; };
  const bool wants_weekly = std::erase(releases, weekly) > 0;
  for (const Corpus* corpus : named_corpora(manifest, releases)) fetch(*corpus, say);
  if (wants_weekly) {
    const Corpus corpus = fetch_weekly(say);
    say(fmt::format("onnx-weekly {}: {} cases in {}", corpus.release, corpus.cases,
                    corpus_folder(corpus).string()));
  }
  return exit_ok;
}

// How far the work is, on standard error.
CorpusProgress shown(const std::shared_ptr<Progress>& progress, const std::string& what) {
  return [progress, what](size_t done, size_t total) {
    progress->show([&] { return fmt::format("{} {} of {} operator versions", what, done, total); });
  };
}

struct MakeOptions {
  CorpusWish wish;
  std::string out;
};

int make(const MakeOptions& options, Session& session) {
  const auto begin = std::chrono::steady_clock::now();
  OutputFolder out(options.out, false);
  const auto progress = std::make_shared<Progress>(session.err);
  const CorpusTotals totals = make_corpus(options.wish, out.path(), shown(progress, "made"));
  out.finish();
  progress->clear();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  for (const std::string& why : totals.without) session.out << "no valid case of " << why << "\n";
  session.out << fmt::format(
      "{} cases of {} operator versions in {}: {} of them must be refused, {} meet an open point; "
      "{:.1f} MB in {:.0f} s\n",
      totals.cases, totals.versions, options.out, totals.refusals, totals.open,
      static_cast<double>(totals.bytes) * 1e-6, taken.count());
  return exit_ok;
}

int verify(const std::string& folder, unsigned jobs, Session& session) {
  const auto progress = std::make_shared<Progress>(session.err);
  const CorpusCheck check = verify_corpus(folder, jobs, shown(progress, "verified"));
  progress->clear();
  for (const std::string& problem : check.problems) session.out << printable(problem) << "\n";
  session.out << fmt::format("{} cases in {}: {}\n", check.cases, folder,
                             check.problems.empty()
                                 ? "every expectation holds"
                                 : fmt::format("{} problems", check.problems.size()));
  return check.problems.empty() ? exit_ok : exit_mismatch;
}

void list_paths(const std::string& what, const std::vector<std::string>& paths, Session& session) {
  for (const std::string& path : paths) {
    session.out << fmt::format("{:<8}{}\n", what, printable(path));
  }
}

int diff(const std::string& a, const std::string& b, Session& session) {
  const CorpusDifference difference = corpus_difference(a, b);
  list_paths("came", difference.came, session);
  list_paths("went", difference.went, session);
  list_paths("meaning", difference.meaning, session);
  list_paths("digits", difference.digits, session);
  list_paths("label", difference.labels, session);
  session.out << fmt::format(
      "{} cases are the same; {} came, {} went, {} changed by meaning, {} by digits, {} in what is "
      "said of them\n",
      difference.same, difference.came.size(), difference.went.size(), difference.meaning.size(),
      difference.digits.size(), difference.labels.size());
  return difference.none() ? exit_ok : exit_mismatch;
}

void add_jobs(CLI::App& command, unsigned& jobs) {
  jobs = std::max(1U, std::thread::hardware_concurrency());
  command.add_option("--jobs", jobs, "Processes (default: one for each core)")
      ->check(CLI::Range(1, 1000));
}

void add_make(CLI::App& corpus, Session& session) {
  CLI::App& command = *corpus.add_subcommand(
      "make", "Write a corpus of drawn cases: every operator version up to an opset");
  const auto options = std::make_shared<MakeOptions>();
  options->wish.opset = newest_opset("");
  command.add_option("--opset", options->wish.opset, "Of ai.onnx (default: the newest)")
      ->check(CLI::Range(1, newest_opset("")));
  command.add_option("--out", options->out, "The folder to write")->required();
  add_list(command, "--operator", options->wish.operators,
           "[DOMAIN.]NAME[-VERSION]: only these operators");
  command
      .add_option("--most", options->wish.limits.most_cases,
                  "Valid cases of an operator version, at most (40)")
      ->check(CLI::Range(size_t{1}, size_t{10'000}));
  command.add_flag("--drop-in", options->wish.drop_in,
                   "Use the layout of ONNX's folder of node tests; leave out refusals, open points "
                   "and other domains");
  add_jobs(command, options->wish.jobs);
  add_footer(command, "Example:\n  etalon corpus make --opset 28 --out corpus28\n",
             "0 written, 2 --out exists, 3 nothing to write");
  on_run(command, session, [options, &session] { return make(*options, session); });
}

void add_verify(CLI::App& corpus, Session& session) {
  CLI::App& command = *corpus.add_subcommand(
      "verify", "Evaluate every expectation of a drawn corpus again, bit for bit");
  const auto folder = std::make_shared<std::string>();
  const auto jobs = std::make_shared<unsigned>();
  command.add_option("DIR", *folder, "The corpus")->required();
  add_jobs(command, *jobs);
  add_footer(command, "Example:\n  etalon corpus verify corpus28\n",
             "0 everything holds, 1 something does not, 3 no such corpus");
  on_run(command, session, [=, &session] { return verify(*folder, *jobs, session); });
}

void add_diff(CLI::App& corpus, Session& session) {
  CLI::App& command = *corpus.add_subcommand(
      "diff", "Compare two drawn corpora: which cases came, went, changed, and how");
  const auto a = std::make_shared<std::string>();
  const auto b = std::make_shared<std::string>();
  command.add_option("A", *a, "The older corpus")->required();
  command.add_option("B", *b, "The newer corpus")->required();
  add_footer(command, "Example:\n  etalon corpus diff corpus27 corpus28\n",
             "0 they are the same, 1 they differ, 3 no such corpus");
  on_run(command, session, [=, &session] { return diff(*a, *b, session); });
}

}  // namespace

void add_corpus_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand(
      "corpus", "List and fetch the official test data; make a corpus of drawn cases");
  command.require_subcommand(1);
  on_run(*command.add_subcommand(
             "list", "List the releases, their numbers of cases, and which are fetched"),
         session, [&session] { return list(session); });
  CLI::App& fetching =
      *command.add_subcommand("fetch", "Fetch releases (default: the default one)");
  const auto releases = std::make_shared<std::vector<std::string>>();
  fetching.add_option("RELEASE", *releases,
                      "Such as 1.22.0, or 'all'; 'weekly', the newest package of the release to "
                      "come, whose code for node cases is run to write them");
  add_footer(fetching,
             "Examples:\n  etalon corpus fetch 1.18.0 1.22.0\n  etalon corpus fetch weekly\n",
             "0 done, 2 no such release, 3 it could not be fetched");
  on_run(fetching, session, [releases, &session] { return fetch_releases(*releases, session); });
  add_make(command, session);
  add_verify(command, session);
  add_diff(command, session);
}

}  // namespace etalon
