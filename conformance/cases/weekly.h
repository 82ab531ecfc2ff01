// ONNX's weekly packages (onnx-weekly on the Python package index): releases to come, each by its
// version in data/downloads/<version>, as a corpus that no manifest lists and `all` leaves out.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "conformance/cases/corpus.h"

namespace etalon {

// The name for the newest of them that is fetched.
constexpr std::string_view weekly = "weekly";

// Those in a folder of downloads, in their order. What cannot be read is left out.
std::vector<Corpus> weekly_corpora(const std::filesystem::path& downloads);

// Fetches the newest package of the index by scripts/fetch_weekly.py, with what its code for cases
// needs, writes its cases, and returns it. Nothing is written where it is there already. Throws
// InvalidInput; then no partial files are left.
Corpus fetch_weekly(const std::function<void(const std::string&)>& say);

}  // namespace etalon
