#include "conformance/explain/sources.h"

#include <re2/re2.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "conformance/common/paths.h"

namespace etalon::explain {

namespace fs = std::filesystem;

namespace {

void add_source(const std::string& path, std::vector<Source>& sources);

// The headers of ops/ that the text includes, and the .cc beside each.
void add_included(const std::string& text, std::vector<Source>& sources) {
  static const RE2 include(R"re(#include "(ops/[^"]+)\.h")re");
  re2::StringPiece rest(text);
  std::string stem;
  while (RE2::FindAndConsume(&rest, include, &stem)) {
    add_source(stem + ".h", sources);
    add_source(stem + ".cc", sources);
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
    std::istringstream text(source.text);
    size_t number = 0;
    for (std::string line; std::getline(text, line);) {
      ++number;
      const size_t start = line.find_first_not_of(' ');
      if (start == std::string::npos || line.compare(start, 2, "//") == 0) continue;
      if (line.find(quoted) == std::string::npos) continue;
      lines.push_back({source.path, number, line.substr(start)});
    }
  }
  return lines;
}

}  // namespace etalon::explain
