// The comment at the top of an operator's file: the formula, and one line for each version that
// says what it changes in meaning.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace etalon::explain {

struct VersionLine {
  std::vector<int> versions;  // 1, 11
  std::string text;           // may be empty
};

struct Header {
  std::vector<std::string> formula;  // lines, without "//"; indented ones are formulas alone
  std::vector<VersionLine> versions;
  std::vector<std::string> notes;  // lines after the versions
};

// The header of a C++ file; empty where it does not begin with a comment.
Header header_of(std::string_view source);
// What the header says about one version alone: of "13, 14  13: bfloat16; as 7", for 13, "bfloat16;
// as 7". Empty where it says nothing.
std::string meaning(const Header& header, int version);

}  // namespace etalon::explain
