// etalon corpus: lists and fetches the official corpora.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "conformance/cases/corpus.h"
#include "conformance/cases/weekly.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"

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

}  // namespace

void add_corpus_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("corpus", "List and fetch the official test data");
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
}

}  // namespace etalon
