// SHA-256.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace etalon {

// A checksum in the making.
class Checksum {
 public:
  Checksum();
  ~Checksum();
  void add(std::string_view bytes);
  // In lower-case hexadecimal; nothing may be added after.
  std::string text();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// A file's, in lower-case hexadecimal. Throws InvalidInput when the file cannot be read.
std::string sha256(const std::filesystem::path& file);

}  // namespace etalon
