#include "conformance/cases/corpus.h"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "conformance/cases/archive.h"
#include "conformance/cases/checksum.h"
#include "conformance/cases/releases.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/common/system.h"
#include "engine/loader/file.h"
#include "engine/loader/inner_path.h"
#include "engine/values/errors.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::array<std::string_view, 6> data_folders = {
    "node", "simple", "pytorch-operator", "pytorch-converted", "light", "real"};
constexpr std::string_view light_suite = "light";
// The folder of the light models' cases, which refer to their models in "light".
constexpr std::string_view light_cases_folder = "real";
constexpr std::string_view case_list_name = ".cases.json";
constexpr std::string_view marker_name = ".corpus.json";

// A name that a list in a folder of downloads gives. Throws InvalidInput for one that is a path out
// of it.
std::string inner_name(const std::string& name) { return InnerPath(name, "the name").text(); }

Corpus corpus_from_json(const json& entry) {
  Corpus corpus;
  corpus.release = inner_name(entry.at("release"));
  corpus.reason = entry.value("reason", "");
  if (entry.at("file").is_null()) return corpus;
  corpus.file = inner_name(entry.at("file"));
  entry.at("sha256").get_to(corpus.sha256);
  entry.at("prefix").get_to(corpus.prefix);
  entry.at("suites").get_to(corpus.suites);
  for (const auto& [suite, count] : corpus.suites) inner_name(suite);
  entry.at("cases").get_to(corpus.cases);
  corpus.size = entry.value("size", uint64_t{0});
  return corpus;
}

void download(const Corpus& corpus, const fs::path& to) {
  const int code =
      run_program({python_program(), script("fetch_package.py").string(), "onnx", corpus.release,
                   corpus.file, "--sha256", corpus.sha256, "--output", to.string()});
  if (code == program_not_started) throw InvalidInput("python3 is needed to fetch a corpus");
  if (code != 0) throw InvalidInput("ONNX {} could not be fetched", corpus.release);
}

// "onnx/backend/test/data/node/test_abs/model.onnx" → "node/test_abs/model.onnx"; empty for a file
// outside the data folders.
std::string name_in_corpus(const Corpus& corpus, const std::string& name) {
  const std::string prefix = corpus.prefix + "/";
  if (!name.starts_with(prefix)) return "";
  const std::string inner = name.substr(prefix.size());
  const std::string suite = inner.substr(0, inner.find('/'));
  const bool known = suite != inner && std::find(data_folders.begin(), data_folders.end(), suite) !=
                                           data_folders.end();
  return known ? inner : "";
}

std::map<std::string, size_t> count_suites(const fs::path& folder) {
  std::map<std::string, size_t> counts;
  for (const std::string_view suite : data_folders) {
    if (!fs::is_directory(folder / suite)) continue;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder / suite)) {
      const bool is_case = suite == light_suite ? entry.path().extension() == ".onnx"
                                                : fs::exists(entry.path() / "model.onnx");
      if (is_case) ++counts[std::string(suite)];
    }
  }
  return counts;
}

void check_counts(const Corpus& corpus, const fs::path& folder) {
  const std::map<std::string, size_t> counts = count_suites(folder);
  for (const auto& [suite, expected] : corpus.suites) {
    const auto found = counts.find(suite);
    const size_t got = found == counts.end() ? 0 : found->second;
    if (got != expected) {
      throw InvalidInput("ONNX {}: suite {} has {} cases, expected {}", corpus.release, suite, got,
                         expected);
    }
  }
}

// The cases of a folder from the list that an earlier run wrote; nothing without a readable list.
std::optional<std::vector<Case>> listed_cases(const fs::path& folder, const std::string& release) {
  if (!fs::exists(folder / case_list_name)) return std::nullopt;
  try {
    std::vector<Case> cases;
    for (const json& entry : parse_json(file_text(folder / case_list_name))) {
      Case& test = cases.emplace_back();
      test.release = release;
      entry.at(0).get_to(test.suite);
      entry.at(1).get_to(test.name);
      entry.at(2).get_to(test.identity);
      for (const json& set : entry.at(3)) {
        test.data_sets.push_back({inner_name(set.at(0)), set.at(1)});
        for (const std::string& file : test.data_sets.back().files) inner_name(file);
      }
      test.folder = folder / inner_name(test.suite) / inner_name(test.name);
    }
    return cases;
  } catch (const std::exception&) {
    return std::nullopt;  // garbage, and names that lead out of the folder
  }
}

void list_cases(const fs::path& folder, const std::vector<Case>& cases) {
  json list = json::array();
  for (const Case& test : cases) {
    json sets = json::array();
    for (const auto& [name, files] : test.data_sets) sets.push_back({name, files});
    list.push_back({test.suite, test.name, test.identity, std::move(sets)});
  }
  try {
    write_file(folder / case_list_name, list.dump());
  } catch (const Error&) {
    // Without the list, the next run only takes longer: it reads the cases again.
  }
}

std::vector<Case> cases_in(const fs::path& folder, const std::string& release,
                           const std::vector<std::string>& suites) {
  if (auto listed = listed_cases(folder, release)) return std::move(*listed);
  std::vector<Case> cases;
  for (const std::string& suite : suites) {
    if (!fs::is_directory(folder / suite)) {
      throw InvalidInput("{}: no such folder", (folder / suite).string());
    }
    for (Case& test : discover(folder / suite, release)) {
      test.identity = identity_of(test);
      cases.push_back(std::move(test));
    }
  }
  list_cases(folder, cases);
  return cases;
}

// Of a folder with the marker that the script writes.
std::optional<Corpus> corpus_in(const fs::path& folder) {
  const fs::path marker = folder / ".corpus.json";
  if (!fs::exists(marker)) return std::nullopt;
  const json written = try_parse_json(file_text(marker));
  if (!written.is_object() || !written.value("weekly", false)) return std::nullopt;
  try {
    Corpus corpus;
    written.at("release").get_to(corpus.release);
    written.at("file").get_to(corpus.file);
    written.at("sha256").get_to(corpus.sha256);
    written.at("suites").get_to(corpus.suites);
    written.at("cases").get_to(corpus.cases);
    if (corpus.release != folder.filename()) return std::nullopt;
    for (const auto& [suite, count] : corpus.suites) inner_name(suite);
    return corpus;
  } catch (const std::exception&) {
    return std::nullopt;  // garbage, and names that lead out of the folder
  }
}

// Those in a folder of downloads, in their order. What cannot be read is left out.
std::vector<Corpus> weekly_corpora(const fs::path& downloads) {
  std::vector<Corpus> corpora;
  if (!fs::is_directory(downloads)) return corpora;
  for (const fs::directory_entry& entry : fs::directory_iterator(downloads)) {
    const bool is_weekly = entry.path().filename().string().find(".dev") != std::string::npos;
    if (!is_weekly) continue;
    if (std::optional<Corpus> corpus = corpus_in(entry.path())) corpora.push_back(*corpus);
  }
  std::sort(corpora.begin(), corpora.end(),
            [](const Corpus& a, const Corpus& b) { return earlier_release(a.release, b.release); });
  return corpora;
}

}  // namespace

Manifest read_manifest() {
  Manifest manifest = read_manifest(data_folder() / "corpora.json");
  manifest.upcoming = weekly_corpora(downloads_folder());
  return manifest;
}

Manifest read_manifest(const fs::path& file) {
  try {
    const json document = parse_json(file_text(file));
    Manifest manifest;
    document.at("default").get_to(manifest.default_release);
    for (const json& entry : document.at("corpora")) {
      manifest.corpora.push_back(corpus_from_json(entry));
    }
    return manifest;
  } catch (const json::exception& problem) {
    throw InvalidInput("{}: {}", file.string(), json_sentence(problem));
  }
}

const Corpus* find_corpus(const Manifest& manifest, std::string_view release) {
  for (const Corpus& corpus : manifest.corpora) {
    if (corpus.release == release) return &corpus;
  }
  for (const Corpus& corpus : manifest.upcoming) {
    if (corpus.release == release) return &corpus;
  }
  if (release == weekly && !manifest.upcoming.empty()) return &manifest.upcoming.back();
  return nullptr;
}

fs::path corpus_folder(const Corpus& corpus) { return downloads_folder() / corpus.release; }

bool is_fetched(const Corpus& corpus) {
  const fs::path marker = corpus_folder(corpus) / marker_name;
  if (corpus.file.empty() || !fs::exists(marker)) return false;
  const json document = try_parse_json(file_text(marker));
  return document.is_object() && document.value("sha256", "") == corpus.sha256;
}

void fetch(const Corpus& corpus, const std::function<void(const std::string&)>& say) {
  if (corpus.file.empty()) {
    throw InvalidInput("ONNX {} has no corpus: {}", corpus.release, corpus.reason);
  }
  fs::create_directories(downloads_folder());
  const DownloadsLock lock(downloads_folder(), [&] {
    say(fmt::format("ONNX {}: waiting for another fetch", corpus.release));
  });
  lock.remove_leftovers();
  if (is_fetched(corpus)) {
    say(fmt::format("ONNX {}: {} cases, already there", corpus.release, corpus.cases));
    return;
  }
  const TemporaryFolder scratch(downloads_folder());
  const fs::path package = scratch.path() / corpus.file;
  say(fmt::format("ONNX {}: fetching {} ({:.1f} MB) from the Python package index", corpus.release,
                  corpus.file, static_cast<double>(corpus.size) / 1e6));
  download(corpus, package);
  unpack(corpus, package);
  corpus_cases(corpus);  // writes the list of cases for the first run
  say(fmt::format("ONNX {}: {} cases in {}", corpus.release, corpus.cases,
                  corpus_folder(corpus).string()));
}

void unpack(const Corpus& corpus, const fs::path& package) {
  if (const std::string sum = sha256(package); sum != corpus.sha256) {
    throw InvalidInput("{}: the SHA-256 is {}, expected {}", package.filename().string(), sum,
                       corpus.sha256);
  }
  fs::create_directories(downloads_folder());
  const TemporaryFolder scratch(downloads_folder());
  const fs::path tree = scratch.path() / corpus.release;
  fs::create_directory(tree);
  extract(
      package, tree, [&](const std::string& name) { return !name_in_corpus(corpus, name).empty(); },
      [&](const std::string& name) { return name_in_corpus(corpus, name); });
  check_counts(corpus, tree);
  const json marker = {{"release", corpus.release}, {"sha256", corpus.sha256}};
  write_file(tree / marker_name, marker.dump() + "\n");
  const fs::path folder = corpus_folder(corpus);
  // A process that is killed here must not leave a part of an older tree.
  if (fs::exists(folder)) fs::rename(folder, scratch.path() / "old");
  fs::rename(tree, folder);
}

std::vector<Case> corpus_cases(const Corpus& corpus) {
  std::vector<Case> cases;
  if (is_fetched(corpus)) {
    std::vector<std::string> suites;
    for (const auto& [suite, count] : corpus.suites) {
      if (suite != light_suite) suites.push_back(suite);
    }
    cases = cases_in(corpus_folder(corpus), corpus.release, suites);
  }
  if (fs::is_directory(materialized_folder(corpus))) {
    std::vector<Case> made = cases_in(materialized_folder(corpus), corpus.release, {"node"});
    std::move(made.begin(), made.end(), std::back_inserter(cases));
  }
  return cases;
}

std::vector<Case> light_cases(const Corpus& corpus) {
  const fs::path folder = corpus_folder(corpus) / light_cases_folder;
  if (!is_fetched(corpus) || !fs::is_directory(folder)) return {};
  std::vector<Case> cases = discover(folder, corpus.release);
  for (Case& test : cases) test.identity = identity_of(test);
  return cases;
}

std::vector<Case> all_official_cases(const Manifest& manifest) {
  std::vector<Case> cases;
  for (const Corpus& corpus : manifest.corpora) {
    if (!is_here(corpus)) continue;
    std::vector<Case> found = corpus_cases(corpus);
    std::move(found.begin(), found.end(), std::back_inserter(cases));
  }
  return unite(std::move(cases));
}

fs::path materialized_folder(const Corpus& corpus) {
  return downloads_folder() / "materialized" / corpus.release;
}

bool is_here(const Corpus& corpus) {
  return is_fetched(corpus) || fs::is_directory(materialized_folder(corpus) / "node");
}

DownloadsLock::DownloadsLock(const fs::path& folder, const std::function<void()>& waits)
    : folder_(folder), descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (!descriptor_.valid()) {
    throw InvalidInput("{}: {}", folder.string(), system_message(errno));
  }
  if (::flock(descriptor_.get(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno == EWOULDBLOCK) waits();
  while (::flock(descriptor_.get(), LOCK_EX) != 0) {
    if (errno != EINTR) throw InvalidInput("{}: {}", folder.string(), system_message(errno));
  }
}

void DownloadsLock::remove_leftovers() const {
  std::vector<fs::path> leftovers;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    if (TemporaryFolder::is_one(entry.path())) leftovers.push_back(entry.path());
  }
  std::error_code ignored;
  for (const fs::path& leftover : leftovers) fs::remove_all(leftover, ignored);
}

Corpus fetch_weekly(const std::function<void(const std::string&)>& say) {
  fs::create_directories(downloads_folder());
  const DownloadsLock lock(downloads_folder(), [&] { say("waiting for another fetch"); });
  lock.remove_leftovers();
  const TemporaryFolder scratch(downloads_folder());
  const fs::path answer = scratch.path() / "release";
  const int code = run_program({python_program(), script("fetch_weekly.py").string(), "--downloads",
                                downloads_folder().string(), "--scratch", scratch.path().string()});
  if (code == program_not_started) throw InvalidInput("python3 is needed to fetch a corpus");
  if (code != 0 || !fs::exists(answer)) throw InvalidInput("onnx-weekly could not be fetched");
  const std::optional<Corpus> corpus = corpus_in(downloads_folder() / file_text(answer));
  if (!corpus) throw InvalidInput("onnx-weekly {} could not be read", file_text(answer));
  corpus_cases(*corpus);  // writes the list of cases for the first run
  return *corpus;
}

}  // namespace etalon
