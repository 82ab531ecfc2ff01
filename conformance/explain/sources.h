// The reference code: an operator's file, and what it uses of its family.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace etalon::explain {

struct Source {
  std::string path;  // "ops/ai.onnx/math/softmax.cc"
  std::string text;
};

// A place in the code that names an attribute, input or output.
struct CodeLine {
  std::string path;
  size_t line = 0;  // from 1
  std::string text;
};

// The file of this path in the source tree; nothing where the sources are not there.
std::optional<Source> source_at(const std::string& path);
// Every .h and .cc file of engine/ and ops/, by path; none where the sources are not there.
std::vector<std::string> all_source_paths();

// The file of a registration ("ops/ai.onnx/math/softmax.cc:27"), then the files of ops/ that it
// includes, headers with their .cc, each once. Empty where the sources are not there.
std::vector<Source> sources_of(const std::string& registration);
// The line of a registration: 27.
size_t line_of(const std::string& registration);

// The lines of code, not comments, that contain the quoted word: "axis".
std::vector<CodeLine> lines_naming(const std::vector<Source>& sources, std::string_view word);

}  // namespace etalon::explain
