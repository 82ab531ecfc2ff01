// Official corpora: the test data in ONNX releases, listed in data/corpora.json and fetched into
// data/downloads/<release>/<suite>/<case>.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/cases/cases.h"
#include "engine/loader/file.h"

namespace etalon {

struct Corpus {
  std::string release;
  std::string file;  // the package's file name; empty when the release contains no data
  std::string sha256;
  uint64_t size = 0;
  std::string prefix;                    // the data's folder within the package
  std::map<std::string, size_t> suites;  // the number of cases of each suite
  size_t cases = 0;                      // the number of cases of all suites except "light"
  std::string reason;                    // why there is no file
};

struct Manifest {
  std::string default_release;
  std::vector<Corpus> corpora;
  std::vector<Corpus> upcoming;  // the weekly packages that are fetched (below)
};

// Each throws InvalidInput for a manifest that cannot be read.
Manifest read_manifest();
Manifest read_manifest(const std::filesystem::path& file);

// nullptr for a release that is not in the manifest. "weekly" is the newest of the upcoming ones.
const Corpus* find_corpus(const Manifest& manifest, std::string_view release);

std::filesystem::path corpus_folder(const Corpus& corpus);
// True when the corpus has been fetched completely, from the file that the manifest names.
bool is_fetched(const Corpus& corpus);

// Fetches, checks and unpacks a corpus unless it is already fetched; calls `say` with a sentence
// for each step. Waits while another process fetches, and removes what killed ones have left.
// Throws InvalidInput or LimitExceeded; then no partial files are left.
void fetch(const Corpus& corpus, const std::function<void(const std::string&)>& say);
// The part after the download: checks the package's SHA-256 and unpacks its data folders.
void unpack(const Corpus& corpus, const std::filesystem::path& package);

// The cases of a fetched corpus with their identities: all suites of the manifest except "light",
// and the cases in materialized_folder(). The list is cached in the corpus' folder.
std::vector<Case> corpus_cases(const Corpus& corpus);
// The light models of a fetched corpus; empty if the release has none.
std::vector<Case> light_cases(const Corpus& corpus);
// corpus_cases() of every available release, united (see unite in cases.h).
std::vector<Case> all_official_cases(const Manifest& manifest);

// The folder into which scripts/materialize_corpus.py writes the cases of a release that contains
// only the code for its cases.
std::filesystem::path materialized_folder(const Corpus& corpus);
// True when some of the release's cases are available: fetched or materialized.
bool is_here(const Corpus& corpus);

// The lock of the folder of fetched corpora. While it exists, no other process has it. The system
// unlocks it when the process ends, in whatever way.
class DownloadsLock {
 public:
  // Waits for the lock; calls `waits` first if another process has it. Throws InvalidInput for a
  // folder that cannot be locked.
  DownloadsLock(const std::filesystem::path& folder, const std::function<void()>& waits);

  // Removes the temporary folders that killed processes have left in the folder.
  void remove_leftovers() const;

 private:
  std::filesystem::path folder_;
  FileDescriptor descriptor_;
};

// ONNX's weekly packages (onnx-weekly on the Python package index): releases to come, each by its
// version in data/downloads/<version>, as a corpus that no manifest lists and `all` leaves out. The
// name for the newest of them that is fetched.
constexpr std::string_view weekly = "weekly";

// Fetches the newest package of the index by scripts/fetch_weekly.py, with what its code for cases
// needs, writes its cases, and returns it. Nothing is written where it is there already. Throws
// InvalidInput; then no partial files are left.
Corpus fetch_weekly(const std::function<void(const std::string&)>& say);

}  // namespace etalon
