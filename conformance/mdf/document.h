// Model files as JSON documents: JSON itself, and YAML by its core schema. Both also take the
// numbers NaN, Infinity and -Infinity. Long lists of numbers come packed (see packed.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "engine/mdf/value.h"

namespace etalon::mdf {

inline constexpr size_t max_dictionary_entries = 20'000;

struct DocumentLimits {
  size_t values = 10'000'000;  // numbers, strings, lists and dictionaries; aliases count each time

  // Enough for that many numbers with all their digits, each on a line.
  size_t bytes() const {
    constexpr size_t each = 48;
    return values > SIZE_MAX / each ? SIZE_MAX : values * each;
  }
};

// Reads a .json file, or any other as YAML (of which JSON is a part). Throws InvalidModel, naming
// the file and the line, for what is neither, and for a key that a dictionary has twice;
// LimitExceeded for files beyond the limits above.
nlohmann::ordered_json read_document(const std::filesystem::path& file,
                                     const DocumentLimits& limits = {});

nlohmann::ordered_json parse_json(std::string_view text, const DocumentLimits& limits = {});
nlohmann::ordered_json parse_yaml(std::string_view text, const DocumentLimits& limits = {});

}  // namespace etalon::mdf
