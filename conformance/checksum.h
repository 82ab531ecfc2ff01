// SHA-256 of files.
#pragma once

#include <filesystem>
#include <string>

namespace etalon {

// In lower-case hexadecimal. Throws InvalidInput when the file cannot be read.
std::string sha256(const std::filesystem::path& file);

}  // namespace etalon
