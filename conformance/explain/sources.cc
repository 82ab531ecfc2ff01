#include "conformance/explain/sources.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "conformance/common/paths.h"
#include "conformance/common/text_lines.h"
#include "engine/operators/rooms.h"

namespace etalon::explain {

namespace fs = std::filesystem;

namespace {

void add_source(const std::string& path, std::vector<Source>& sources);

// The .cc files of a header's folder that include it and define functions which it declares.
std::set<std::string> defining(const std::string& header) {
  std::set<std::string> declared, files;
  const std::optional<Source> source = source_at(header);
  if (!source) return files;
  for (const CodePart& part : statements_of(*source)) {
    if (is_declaration(part) && !part.name.empty()) declared.insert(part.name);
  }
  std::error_code hidden;
  const fs::path folder = (sources_folder() / header).parent_path();
  for (fs::directory_iterator file(folder, hidden), end; file != end; ++file) {
    if (file->path().extension() != ".cc") continue;
    const std::string path = file->path().lexically_relative(sources_folder()).generic_string();
    const Source other = *source_at(path);
    if (other.text.find("#include \"" + header + "\"") == std::string::npos) continue;
    const std::vector<CodePart> parts = statements_of(other);
    if (std::any_of(parts.begin(), parts.end(), [&](const CodePart& part) {
          return declared.contains(part.name) && !is_declaration(part);
        })) {
      files.insert(path);
    }
  }
  return files;
}

// The headers of ops/ that the text includes, and the .cc files of each.
void add_included(const std::string& text, std::vector<Source>& sources) {
  static const RE2 include(R"re(#include "(ops/[^"]+)\.h")re");
  re2::StringPiece rest(text);
  std::string stem;
  while (RE2::FindAndConsume(&rest, include, &stem)) {
    static std::map<std::string, std::set<std::string>> known;
    const std::string header = stem + ".h";
    if (!known.contains(header)) known[header] = defining(header);
    add_source(header, sources);
    add_source(stem + ".cc", sources);
    for (const std::string& path : known.at(header)) add_source(path, sources);
  }
}

void add_source(const std::string& path, std::vector<Source>& sources) {
  const auto same = [&](const Source& source) { return source.path == path; };
  if (std::any_of(sources.begin(), sources.end(), same)) return;
  const std::optional<Source> source = source_at(path);
  if (!source) return;
  sources.push_back(*source);
  add_included(source->text, sources);
}

// How deep a line leads into brackets, its strings and comment left out.
int depth_of(std::string line) {
  static const RE2 quoted(R"("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|//.*)");
  RE2::GlobalReplace(&line, quoted, "");
  int depth = 0;
  for (const char c : line) {
    if (c == '{' || c == '(' || c == '[') ++depth;
    if (c == '}' || c == ')' || c == ']') --depth;
  }
  return depth;
}

bool is_frame(const std::string& line) {
  return line.empty() || line[0] == '#' || line.starts_with("namespace ") ||
         line.starts_with("}  // namespace");
}

// The name that a definition begins with.
std::string name_in(const std::string& text) {
  static const RE2 type(R"((?m)^(?:struct|class|enum class|enum)\s+(\w+))");
  static const RE2 function(R"((?m)^\w[^\n]*?(\w+)\()");
  static const RE2 constant(R"((?m)^\w[\w:<>, ]*[ &*](\w+)(?:\[\])? = )");
  std::string name;
  if (RE2::PartialMatch(text, type, &name)) return name;
  if (RE2::PartialMatch(text, constant, &name)) return name;
  RE2::PartialMatch(text, function, &name);
  return name;
}

// {"Clip", …} of a table of rows; the whole part where it is of one operator.
CodePart row_of(const CodePart& part, std::string_view name) {
  const size_t start = part.text.find("{\"" + std::string(name) + "\"");
  if (start == std::string::npos) return part;
  size_t end = start;
  int depth = 0;
  do {
    if (part.text[end] == '{') ++depth;
    if (part.text[end] == '}') --depth;
    ++end;
  } while (depth > 0 && end < part.text.size());
  const auto before =
      std::count(part.text.begin(), part.text.begin() + std::ptrdiff_t(start), '\n');
  return {part.path, part.line + size_t(before), part.text.substr(start, end - start) + "\n", ""};
}

// The definitions of a file and of the headers of open/ that it includes.
std::vector<CodePart> parts_with_headers(const std::string& path) {
  static const RE2 include(R"re(#include "(ops/[^"]+/open/[^"]+\.h)")re");
  std::vector<CodePart> parts;
  const std::optional<Source> source = source_at(path);
  if (!source) return parts;
  re2::StringPiece rest(source->text);
  for (std::string header; RE2::FindAndConsume(&rest, include, &header);) {
    const std::vector<CodePart> more = parts_with_headers(header);
    parts.insert(parts.end(), more.begin(), more.end());
  }
  const std::vector<CodePart> own = parts_of(*source);
  parts.insert(parts.end(), own.begin(), own.end());
  return parts;
}

// Whether a statement ends with this line, which is at no depth.
bool ends(const std::string& line) {
  static const RE2 end(R"([;}]\s*(?://.*)?$)");
  return !line.starts_with("//") && RE2::PartialMatch(line, end);
}

// The parts between frames, and of those each statement where `all` are wanted.
std::vector<CodePart> split(const Source& source, bool all) {
  std::vector<CodePart> parts;
  CodePart part;
  int depth = 0;
  size_t number = 0;
  const auto finish = [&] {
    part.name = name_in(part.text);
    if (!part.text.empty()) parts.push_back(part);
    part = {};
    depth = 0;
  };
  for (const std::string& line : text_lines(source.text)) {
    ++number;
    if (depth == 0 && is_frame(line)) {
      finish();
      continue;
    }
    if (part.text.empty()) part.path = source.path, part.line = number;
    part.text += line + "\n";
    depth += depth_of(line);
    if (all && depth == 0 && ends(line)) finish();
  }
  finish();
  return parts;
}

std::string path_of(const std::string& entry) { return entry.substr(0, entry.rfind(':')); }

}  // namespace

std::optional<Source> source_at(const std::string& path) {
  const fs::path folder = sources_folder();
  std::error_code hidden;
  if (folder.empty() || !fs::is_regular_file(folder / path, hidden)) return std::nullopt;
  return Source{path, file_text(folder / path)};
}

std::vector<std::string> all_source_paths() {
  const fs::path folder = sources_folder();
  std::vector<std::string> paths;
  for (const char* room : {"engine", "ops"}) {
    std::error_code missing;
    for (fs::recursive_directory_iterator file(folder / room, missing), end; file != end; ++file) {
      const std::string ending = file->path().extension().string();
      if (ending != ".h" && ending != ".cc") continue;
      paths.push_back(file->path().lexically_relative(folder).generic_string());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<Source> sources_of(const std::string& registration) {
  std::vector<Source> sources;
  add_source(registration.substr(0, registration.rfind(':')), sources);
  return sources;
}

size_t line_of(const std::string& registration) {
  size_t line = 0;
  RE2::PartialMatch(registration, R"(:(\d+)$)", &line);
  return line;
}

std::vector<CodeLine> lines_naming(const std::vector<Source>& sources, std::string_view word) {
  const std::string quoted = "\"" + std::string(word) + "\"";
  std::vector<CodeLine> lines;
  for (const Source& source : sources) {
    size_t number = 0;
    for (const std::string& line : text_lines(source.text)) {
      ++number;
      const size_t start = line.find_first_not_of(' ');
      if (start == std::string::npos || line.compare(start, 2, "//") == 0) continue;
      if (line.find(quoted) == std::string::npos) continue;
      lines.push_back({source.path, number, line.substr(start)});
    }
  }
  return lines;
}

std::vector<CodePart> parts_of(const Source& source) {
  std::vector<CodePart> parts = split(source, false);
  std::erase_if(parts, [](const CodePart& part) { return part.name.empty(); });
  return parts;
}

std::vector<CodePart> statements_of(const Source& source) { return split(source, true); }

bool is_declaration(const CodePart& part) {
  const std::string code = bare_code(part.text);
  return code.find('{') == std::string::npos && code.find('(') != std::string::npos;
}

std::vector<CodePart> open_code(const Registration& operator_row) {
  const Rooms& rooms = *operator_row.rooms;
  const std::string& entry = rooms.open.run ? rooms.open.source : rooms.open_call.source;
  if (entry.empty()) return {};
  const std::vector<CodePart> all = parts_with_headers(path_of(entry));
  const std::string quoted = "\"" + operator_row.name + "\"";
  std::vector<CodePart> found;
  for (const CodePart& part : all) {
    const bool registers = part.text.find("const Open ") != std::string::npos;
    if (registers && part.text.find(quoted) != std::string::npos) {
      found.push_back(row_of(part, operator_row.name));
    }
  }
  // Grows during the iteration: what is used by what is used.
  static const RE2 word_pattern(R"(([A-Za-z_]\w*))");
  std::set<std::string> known;
  for (size_t i = 0; i < found.size(); ++i) {
    for (const std::string& word : matches_in(found[i].text, word_pattern)) {
      if (!known.insert(word).second) continue;
      for (const CodePart& part : all) {
        if (part.name == word && part.text.find("const Open ") == std::string::npos) {
          found.push_back(part);
        }
      }
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const CodePart& a, const CodePart& b) {
    return a.path == b.path && a.line < b.line;
  });
  return found;
}

std::vector<CodePart> code_of_point(const std::vector<CodePart>& open,
                                    const std::vector<Source>& formula, std::string_view point) {
  const std::string quoted = "\"" + std::string(point) + "\"";
  std::vector<CodePart> found;
  const auto add = [&](const CodePart& part, const std::string& text) {
    if (part.text.find(text) != std::string::npos) found.push_back(part);
  };
  for (const CodePart& part : open) add(part, quoted);
  if (!found.empty()) return found;
  for (const Source& source : formula) {
    for (const CodePart& part : parts_of(source)) add(part, ".at(" + quoted);
  }
  return found;
}

std::vector<RoomFile> room_files(const Registration& operator_row) {
  const Rooms& rooms = *operator_row.rooms;
  std::vector<RoomFile> files;
  const auto add = [&](std::string_view room, const std::string& entry) {
    const std::optional<Source> source = source_at(path_of(entry));
    if (source) files.push_back({room, *source});
  };
  for (const std::string& entry :
       {rooms.quick.source, rooms.quick_sets.source, rooms.quick_outputs.source}) {
    if (!entry.empty()) add("quick", entry);
  }
  if (!rooms.bounds.source.empty()) add("bounds", rooms.bounds.source);
  if (!rooms.released.source.empty()) add("released", rooms.released.source);
  return files;
}

std::string_view meaning_of_room(std::string_view room) {
  if (room == "quick") return "a fast path with equal results";
  if (room == "bounds") return "bounds of other orders of computation";
  return "the meaning in an older release";
}

std::string bare_code(std::string text) {
  static const RE2 comment("(?m)(^|[ ;{}(),])//.*$");
  static const RE2 quoted(R"("(?:[^"\\]|\\.)*")");
  RE2::GlobalReplace(&text, comment, "\\1");
  RE2::GlobalReplace(&text, quoted, "");
  return text;
}

std::set<std::string> names_used(const std::string& text) {
  static const RE2 word(R"(([A-Za-z_]\w*))");
  return matches_in(bare_code(text), word);
}

std::set<std::string> names_called(const std::string& text) {
  static const RE2 call(R"((?:^|[^\w.>])([A-Za-z_]\w*)(?:<[\w:, ]+>)?\()");
  return matches_in(bare_code(text), call);
}

std::set<std::string> matches_in(const std::string& text, const RE2& pattern) {
  re2::StringPiece rest(text);
  std::set<std::string> matches;
  for (std::string one; RE2::FindAndConsume(&rest, pattern, &one);) matches.insert(one);
  return matches;
}

}  // namespace etalon::explain
