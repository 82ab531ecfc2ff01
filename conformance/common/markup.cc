#include "conformance/common/markup.h"

#include <map>

#include "engine/values/utf8.h"

namespace etalon {

std::string markup_text(std::string_view text, std::string_view control_replacement) {
  static const std::map<char, std::string_view> escapes = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  std::string safe;
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < ' ' || c == '\x7f';
    if (const auto escape = escapes.find(c); escape != escapes.end()) {
      safe += escape->second;
    } else if (control) {
      safe += control_replacement;
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string markdown_text(const std::string& text) {
  std::string safe;
  for (const char c : printable(text)) {
    if (std::string_view("\\`*_{}[]<>|~&#").find(c) != std::string_view::npos) safe += '\\';
    safe += c;
  }
  return safe;
}

}  // namespace etalon
