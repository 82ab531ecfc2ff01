#include "engine/values/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace etalon {
namespace {

constexpr size_t longest_quote = 120;

struct Decoded {
  char32_t code = 0;
  size_t length = 0;  // 0: malformed
};

size_t sequence_length(uint8_t lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 0;
}

Decoded decode_one(std::string_view bytes) {
  const auto lead = static_cast<uint8_t>(bytes[0]);
  const size_t length = sequence_length(lead);
  if (length == 0 || length > bytes.size()) return {};
  if (length == 1) return {lead, 1};
  char32_t code = lead & (0x7F >> length);
  for (size_t i = 1; i < length; ++i) {
    const auto next = static_cast<uint8_t>(bytes[i]);
    if ((next & 0xC0) != 0x80) return {};
    code = (code << 6) | (next & 0x3F);
  }
  const char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least[length] || surrogate || code > 0x10FFFF) return {};
  return {code, length};
}

// True for what changes how the text around it is shown, or is not a character at all.
bool is_unsafe(char32_t code) {
  const auto within = [&](char32_t first, char32_t last) { return code >= first && code <= last; };
  return code < 0x20 || within(0x7F, 0x9F) || code == 0x061C || within(0x200E, 0x200F) ||
         within(0x2028, 0x202E) || within(0x2066, 0x2069) || (code & 0xFFFE) == 0xFFFE;
}

// Text of which each byte is a character that take_printable leaves as it is.
bool is_plain(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

bool is_ascii(std::string_view bytes) {
  uint64_t bits = 0, eight = 0;
  size_t i = 0;
  for (; i + sizeof eight <= bytes.size(); i += sizeof eight) {
    std::memcpy(&eight, bytes.data() + i, sizeof eight);
    bits |= eight;
  }
  for (; i < bytes.size(); ++i) bits |= static_cast<uint8_t>(bytes[i]);
  return (bits & 0x8080808080808080) == 0;
}

// Takes the next character off `bytes`; as \xNN where it is malformed or unsafe.
std::string take_printable(std::string_view& bytes) {
  const Decoded next = decode_one(bytes);
  const std::string_view taken = bytes.substr(0, next.length == 0 ? 1 : next.length);
  bytes.remove_prefix(taken.size());
  if (next.length != 0 && !is_unsafe(next.code)) return std::string(taken);
  std::string escaped;
  for (const char byte : taken) escaped += fmt::format("\\x{:02x}", static_cast<uint8_t>(byte));
  return escaped;
}

}  // namespace

bool valid_utf8(std::string_view bytes) {
  if (is_ascii(bytes)) return true;
  while (!bytes.empty()) {
    const Decoded next = decode_one(bytes);
    if (next.length == 0) return false;
    bytes.remove_prefix(next.length);
  }
  return true;
}

std::optional<std::u32string> decode_utf8(std::string_view bytes) {
  std::u32string result;
  while (!bytes.empty()) {
    const Decoded next = decode_one(bytes);
    if (next.length == 0) return std::nullopt;
    result.push_back(next.code);
    bytes.remove_prefix(next.length);
  }
  return result;
}

void append_utf8(char32_t code, std::string& out) {
  const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  const auto put_tail = [&](int shift) { put(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6));
    put_tail(0);
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put_tail(6);
    put_tail(0);
  } else {
    put(0xF0 | (code >> 18));
    put_tail(12);
    put_tail(6);
    put_tail(0);
  }
}

std::string printable(std::string_view bytes) {
  std::string result;
  while (!bytes.empty()) result += take_printable(bytes);
  return result;
}

std::string printable_lines(std::string_view bytes) {
  std::string result;
  while (!bytes.empty()) {
    if (bytes[0] == '\n') {
      result += '\n';
      bytes.remove_prefix(1);
    } else {
      result += take_printable(bytes);
    }
  }
  return result;
}

std::string in_quotes(std::string_view bytes) {
  std::string result = "'";
  if (bytes.size() < longest_quote && is_plain(bytes)) return result.append(bytes).append("'");
  while (!bytes.empty() && result.size() < longest_quote) result += take_printable(bytes);
  return result + (bytes.empty() ? "'" : "…'");
}

}  // namespace etalon
