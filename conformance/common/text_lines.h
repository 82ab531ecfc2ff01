// Texts by lines and other parts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace etalon {

// What is between the separators: one part more than there are separators.
inline std::vector<std::string> text_parts(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (size_t end = 0; (end = text.find(separator)) != text.npos;) {
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end + separator.size());
  }
  parts.emplace_back(text);
  return parts;
}

// The lines without their line breaks, which the last one need not have.
inline std::vector<std::string> text_lines(std::string_view text) {
  std::vector<std::string> lines = text_parts(text, "\n");
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

// The text with so many spaces before all lines but the first.
inline std::string indented(std::string_view text, size_t spaces) {
  std::string result;
  for (const char c : text) {
    result += c;
    if (c == '\n') result.append(spaces, ' ');
  }
  return result;
}

}  // namespace etalon
