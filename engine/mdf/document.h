// Model files as JSON documents: JSON itself, and YAML read as what it means in YAML's core schema.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace etalon::mdf {

inline constexpr size_t max_document_bytes = size_t{256} << 20U;
inline constexpr size_t max_document_depth = 64;
inline constexpr size_t max_document_values = 10'000'000;  // aliases of YAML counted each time
inline constexpr size_t max_dictionary_entries = 20'000;

// Reads a .json file, or any other as YAML (of which JSON is a part). Throws InvalidModel, naming
// the file and the line, for what is neither, and for a key that a dictionary has twice;
// LimitExceeded for files beyond the limits above.
nlohmann::ordered_json read_document(const std::filesystem::path& file);

nlohmann::ordered_json parse_json(std::string_view text);
nlohmann::ordered_json parse_yaml(const std::string& text);

}  // namespace etalon::mdf
