// The files of a corpus that Etalon writes (conformance/generate/CORPUS.md).
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "conformance/corpus/case_name.h"

namespace etalon {

inline constexpr int corpus_format = 1;

// Writes the case below a corpus: to `group`/CASE, a refusal to refusals/`group`/CASE. Returns its
// entry in the index: {"path", "types", "classes", "open", "expects"}. Null if the group already
// has this call.
nlohmann::ordered_json write_corpus_case(const std::filesystem::path& corpus,
                                         const std::string& group, const Unit& unit,
                                         const PointCounts& counts, SelectedCase&& selected);

// The files that say what a corpus is: README.md, index.schema.json, LICENSE, NOTICE.
void write_about(const std::filesystem::path& corpus);

// The lines of SHA256SUMS for the files below `folder`, with `prefix` in front of each path:
// sorted, as sha256sum writes them.
std::string checksum_lines(const std::filesystem::path& folder, const std::string& prefix);
// The file SHA256SUMS: path → sum. Throws InvalidInput for a line of another form.
std::map<std::string, std::string> read_checksums(const std::filesystem::path& file);

// The paths of the cases in the corpus' index. Throws InvalidInput where it is missing or of
// another format, and, naming the entry, where one has none.
std::vector<std::string> paths_in_index(const std::filesystem::path& corpus);

}  // namespace etalon
