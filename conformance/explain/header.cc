#include "conformance/explain/header.h"

#include <re2/re2.h>

#include <algorithm>

#include "conformance/common/text_lines.h"

namespace etalon::explain {

namespace {

// "   1, 11     text" within a comment; the text may be missing.
const RE2& version_line() {
  static const RE2 pattern(R"( {3}(\d+(?:, \d+)*)(?: {2,}(.*))?)");
  return pattern;
}

std::vector<std::string> comment_lines(std::string_view source) {
  std::vector<std::string> lines;
  for (const std::string& line : text_lines(source)) {
    if (!line.starts_with("//")) break;
    lines.push_back(line.substr(2));
  }
  return lines;
}

std::vector<int> numbers_in(std::string_view list) {
  std::vector<int> numbers;
  static const RE2 number(R"((\d+))");
  re2::StringPiece rest(list.data(), list.size());
  int found = 0;
  while (RE2::FindAndConsume(&rest, number, &found)) numbers.push_back(found);
  return numbers;
}

std::string without_indent(const std::string& line) {
  const size_t start = line.find_first_not_of(' ');
  return start == std::string::npos ? "" : line.substr(start);
}

// A line that goes on with the text of the version line before it.
bool continues(const std::string& line) { return line.starts_with("      "); }

void add_line(Header& header, const std::string& line) {
  std::string list, text;
  const std::string plain = line.starts_with(" ") ? line.substr(1) : line;
  if (RE2::FullMatch(line, version_line(), &list, &text)) {
    header.versions.push_back({numbers_in(list), text});
  } else if (header.versions.empty()) {
    header.formula.push_back(plain);
  } else if (header.notes.empty() && continues(line)) {
    std::string& before = header.versions.back().text;
    before += (before.empty() ? "" : " ") + without_indent(line);
  } else {
    header.notes.push_back(plain);
  }
}

void trim(std::vector<std::string>& lines) {
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  while (!lines.empty() && lines.front().empty()) lines.erase(lines.begin());
}

// The parts of a version line's text: "11: negative axes" is of 11 alone.
std::string part_of(const std::string& text, int version) {
  static const RE2 own(R"((\d+(?:, \d+)*): (.*))");
  std::string said;
  bool mine = true;
  for (std::string part : text_parts(text, "; ")) {
    std::string list, rest;
    if (RE2::FullMatch(part, own, &list, &rest)) {
      const std::vector<int> of = numbers_in(list);
      mine = std::find(of.begin(), of.end(), version) != of.end();
      part = rest;
    }
    if (mine) said += (said.empty() ? "" : "; ") + part;
  }
  return said;
}

}  // namespace

Header header_of(std::string_view source) {
  Header header;
  for (const std::string& line : comment_lines(source)) add_line(header, line);
  trim(header.formula);
  trim(header.notes);
  return header;
}

std::string meaning(const Header& header, int version) {
  for (const VersionLine& line : header.versions) {
    if (std::find(line.versions.begin(), line.versions.end(), version) != line.versions.end()) {
      return part_of(line.text, version);
    }
  }
  return "";
}

}  // namespace etalon::explain
