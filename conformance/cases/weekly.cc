#include "conformance/cases/weekly.h"

#include <algorithm>

#include "conformance/cases/downloads_lock.h"
#include "conformance/cases/releases.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/common/programs.h"
#include "engine/loader/file.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

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
    return corpus;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

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
