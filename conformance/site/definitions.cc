#include "conformance/site/definitions.h"

#include <re2/re2.h>

#include <algorithm>
#include <sstream>

namespace etalon::site {

namespace {

// A line that begins the definition or declaration of a name, which it gives; empty for any other.
std::string defined_name(const std::string& line) {
  static const RE2 type(R"((?:struct|class|enum class|enum|concept) (\w+)\b[^;]*)");
  static const RE2 alias(R"(using (\w+) = .*)");
  static const RE2 constant(R"((?:inline |static )?constexpr [\w:<>, ]+?[ &*](\w+)(?:\[\])? = .*)");
  static const RE2 function(R"((?:[A-Za-z_][\w:<>,&*\[\] ]*?[ &*])(\w+)\(.*)");
  static const RE2 other(
      R"((?:return|using|namespace|static_assert|else|extern|typedef|throw)\b.*)");
  std::string name;
  if (RE2::FullMatch(line, type, &name) || RE2::FullMatch(line, alias, &name)) return name;
  if (RE2::FullMatch(line, constant, &name)) return name;
  if (RE2::FullMatch(line, other) || line.starts_with("const Operator ")) return "";
  return RE2::FullMatch(line, function, &name) ? name : "";
}

// True where the text from the line on has a ";" before any "{".
bool only_declares(const std::vector<std::string>& lines, size_t line) {
  constexpr size_t most_lines = 8;
  for (size_t i = line; i < std::min(lines.size(), line + most_lines); ++i) {
    const size_t end = lines[i].find_first_of("{;=");
    if (end != std::string::npos) return lines[i][end] == ';';
  }
  return true;
}

std::vector<std::string> lines_of_source(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string_view folder_of(std::string_view path) { return path.substr(0, path.rfind('/')); }

// 4: in the same file; 3: in its folder; 2: in a folder above; 1: in the engine; 0: elsewhere.
int nearness(std::string_view path, std::string_view from) {
  if (path == from) return 4;
  if (folder_of(path) == folder_of(from)) return 3;
  if (from.starts_with(std::string(folder_of(path)) + "/")) return 2;
  return path.starts_with("engine/") ? 1 : 0;
}

}  // namespace

Definitions::Definitions(const std::vector<explain::Source>& sources) {
  for (const explain::Source& source : sources) {
    const std::vector<std::string> lines = lines_of_source(source.text);
    for (size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].empty() || !(std::isalpha(static_cast<unsigned char>(lines[i][0])) != 0))
        continue;
      const std::string name = defined_name(lines[i]);
      if (name.size() < 2) continue;
      by_name_[name].push_back({source.path, i + 1, only_declares(lines, i)});
    }
  }
}

std::optional<Definition> Definitions::find(std::string_view name, std::string_view from) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return std::nullopt;
  const Definition* best = nullptr;
  int best_rank = 0;
  bool several = false;
  for (const Definition& one : found->second) {
    const int near = nearness(one.path, from);
    const int rank = 2 * near + (one.declares ? 0 : 1);
    if (near == 0 || rank < best_rank) continue;
    several = rank == best_rank && best != nullptr && best->path != one.path;
    if (rank > best_rank) best = &one;
    best_rank = rank;
  }
  if (best == nullptr || several) return std::nullopt;
  return *best;
}

std::string code_page_file(std::string_view path) { return "code/" + std::string(path) + ".html"; }

}  // namespace etalon::site
