// SHA-256.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace etalon {

// Computes a checksum incrementally.
class Checksum {
 public:
  Checksum();
  ~Checksum();
  void add(std::string_view bytes);
  // The checksum in lower-case hexadecimal. add() must not be called afterwards.
  std::string text();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The SHA-256 of a file in lower-case hexadecimal. Throws InvalidInput when it cannot be read.
std::string sha256(const std::filesystem::path& file);

}  // namespace etalon
