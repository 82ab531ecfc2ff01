// Official corpora: the test data that ONNX releases carry, named in data/corpora.json and fetched
// into data/downloads/<release>/<suite>/<case>.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/cases/cases.h"

namespace etalon {

struct Corpus {
  std::string release;
  std::string file;  // the package's file name; empty when the release carries no data
  std::string sha256;
  uint64_t size = 0;
  std::string prefix;                    // the data's folder within the package
  std::map<std::string, size_t> suites;  // how many cases each has
  size_t cases = 0;                      // of all suites but "light"
  std::string reason;                    // why there is no file
};

struct Manifest {
  std::string default_release;
  std::vector<Corpus> corpora;
};

// Each throws InvalidInput for a manifest that cannot be read.
Manifest read_manifest();
Manifest read_manifest(const std::filesystem::path& file);

// nullptr for a release that the manifest does not name.
const Corpus* find_corpus(const Manifest& manifest, std::string_view release);

std::filesystem::path corpus_folder(const Corpus& corpus);
// True when the corpus has been fetched completely, from the file that the manifest names.
bool is_fetched(const Corpus& corpus);

// Fetches, checks and unpacks a corpus that is not there yet; `say` is told each step. Throws
// InvalidInput or LimitExceeded, leaving nothing half-done behind.
void fetch(const Corpus& corpus, const std::function<void(const std::string&)>& say);
// The part after the download: checks the package's SHA-256 and unpacks its data folders.
void unpack(const Corpus& corpus, const std::filesystem::path& package);

// The cases of a fetched corpus with their identities: the suites that the manifest counts, so
// without "light"; and those of materialized_folder(). What they are is kept in the corpus' folder.
std::vector<Case> corpus_cases(const Corpus& corpus);
// The light models of a fetched corpus; none where a release has none.
std::vector<Case> light_cases(const Corpus& corpus);
// corpus_cases() of every release that is here, each case once.
std::vector<Case> all_official_cases(const Manifest& manifest);

// Where scripts/materialize_corpus.py writes the cases of a release that carries only the code
// that makes them.
std::filesystem::path materialized_folder(const Corpus& corpus);
// True when some of the release's cases are here: fetched or materialized.
bool is_here(const Corpus& corpus);

}  // namespace etalon
