#include "conformance/common/file_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace etalon {

namespace {

constexpr size_t longest_name = 200;

bool is_plain(char c, std::string_view also) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         also.find(c) != std::string_view::npos;
}

// FNV-1a, 64 bits.
uint64_t checksum(std::string_view text) {
  uint64_t sum = 0xcbf29ce484222325U;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return sum;
}

}  // namespace

std::string file_name_of(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool stays = is_plain(c, "-_+=,@") || (c == '.' && !name.empty());
    name += stays ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  if (name.empty()) return "%";
  if (name.size() <= longest_name) return name;
  return fmt::format("{}%{:016x}", name.substr(0, longest_name), checksum(text));
}

std::string shell_word(std::string_view text) {
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return is_plain(c, "-_+=,@./:%"); });
  if (plain && !text.empty()) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string shell_words(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

}  // namespace etalon
