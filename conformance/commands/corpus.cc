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
#include "conformance/commands/options.h"
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

int diff(const std::string& a, const std::string& b, Session& session) {
  const CorpusDifference difference = corpus_difference(a, b);
  const std::initializer_list<std::pair<const char*, const std::vector<std::string>*>> lists = {
      {"new", &difference.came},
      {"gone", &difference.went},
      {"meaning", &difference.meaning},
      {"digits", &difference.digits},
      {"label", &difference.labels}};
  for (const auto& [what, paths] : lists) {
    for (const std::string& path : *paths) {
      session.out << fmt::format("{:<8}{}\n", what, printable(path));
    }
  }
  session.out << fmt::format(
      "{} cases are the same; {} are new, {} gone, {} changed by meaning, {} by digits, {} in "
      "their "
      "description\n",
      difference.same, difference.came.size(), difference.went.size(), difference.meaning.size(),
      difference.digits.size(), difference.labels.size());
  return difference.none() ? exit_ok : exit_mismatch;
}

unsigned default_jobs() { return std::max(1U, std::thread::hardware_concurrency()); }

void add_make(CLI::App& corpus, Session& session) {
  CLI::App& command =
      *corpus.add_subcommand("make", "Draw a corpus with every operator version up to an opset");
  const auto options = std::make_shared<MakeOptions>();
  options->wish.opset = newest_opset("");
  add_value(command, "--opset N", options->wish.opset,
            "Draw for this opset of ai.onnx (default: the newest)")
      .check(whole_number(1, newest_opset("")));
  add_value(command, "--out FOLDER", options->out, "Write the corpus here").required();
  add_list(command, "--operator OPERATOR", options->wish.operators,
           "Draw cases of these operators, as in Conv, Conv-11 (default: all)");
  CLI::Option& count = add_value(command, "--count N", options->wish.limits.most_cases,
                                 "Draw at most this many valid cases of a version (default: 40)");
  count.check(whole_number(1, 10'000));
  add_old_spelling(command, "--most", count, session);
  command.add_flag(
      "--drop-in", options->wish.drop_in,
      "Write the layout of ONNX's node tests; skip refusals, open points, other domains");
  options->wish.jobs = default_jobs();
  add_jobs_option(command, options->wish.jobs);
  add_footer(command, "Example:\n  etalon corpus make --opset 28 --out corpus28\n",
             "0 written, 2 --out exists, 3 nothing to write");
  on_run(command, session, [options, &session] { return make(*options, session); });
}

void add_verify(CLI::App& corpus, Session& session) {
  CLI::App& command = *corpus.add_subcommand(
      "verify", "Evaluate every case of a drawn corpus again, and compare bit for bit");
  const auto folder = std::make_shared<std::string>();
  const auto jobs = std::make_shared<unsigned>(default_jobs());
  add_value(command, "FOLDER", *folder, "Verify this corpus").required();
  add_jobs_option(command, *jobs);
  add_footer(command, "Example:\n  etalon corpus verify corpus28\n",
             "0 everything holds, 1 something does not, 3 no such corpus");
  on_run(command, session, [=, &session] { return verify(*folder, *jobs, session); });
}

void add_diff(CLI::App& corpus, Session& session) {
  CLI::App& command =
      *corpus.add_subcommand("diff", "List what is new, gone or changed between two drawn corpora");
  const auto a = std::make_shared<std::string>();
  const auto b = std::make_shared<std::string>();
  add_value(command, "A", *a, "Compare this older corpus").required();
  add_value(command, "B", *b, "Compare this newer corpus").required();
  add_footer(command, "Example:\n  etalon corpus diff corpus27 corpus28\n",
             "0 they are the same, 1 they differ, 3 no such corpus");
  on_run(command, session, [=, &session] { return diff(*a, *b, session); });
}

}  // namespace

void add_corpus_command(CLI::App& app, Session& session) {
  CLI::App& command =
      *app.add_subcommand("corpus", "List and fetch the official cases; draw a corpus of new ones");
  command.require_subcommand(1);
  on_run(*command.add_subcommand(
             "list", "List the releases, their numbers of cases, and which are fetched"),
         session, [&session] { return list(session); });
  CLI::App& fetching = *command.add_subcommand("fetch", "Fetch releases, or the default one");
  const auto releases = std::make_shared<std::vector<std::string>>();
  add_value(fetching, "RELEASE...", *releases,
            "Fetch these, as in 1.22.0; 'all', or 'weekly', whose code for node cases is then run");
  add_footer(fetching,
             "Examples:\n  etalon corpus fetch 1.18.0 1.22.0\n  etalon corpus fetch weekly\n",
             "0 done, 2 no such release, 3 it could not be fetched");
  on_run(fetching, session, [releases, &session] { return fetch_releases(*releases, session); });
  add_make(command, session);
  add_verify(command, session);
  add_diff(command, session);
}

}  // namespace etalon
