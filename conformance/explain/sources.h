// The reference code: an operator's file, the files of its family that it uses, and its entries in
// the folders beside it (engine/operators/rooms.h).
#pragma once

#include <re2/re2.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/operators/operator.h"

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
// includes, headers with the .cc files of their folder that define what they declare, each once.
// Empty where the sources are not there.
std::vector<Source> sources_of(const std::string& registration);
// The line of a registration: 27.
size_t line_of(const std::string& registration);

// The lines of code, not comments, that contain the quoted word: "axis".
std::vector<CodeLine> lines_naming(const std::vector<Source>& sources, std::string_view word);

// A definition: a function, a type, a constant, or an operator's row of a table.
struct CodePart {
  std::string path;
  size_t line = 0;  // from 1
  std::string text;
  std::string name;  // what it defines
};

// The definitions at the top level of a source, each with its comment.
std::vector<CodePart> parts_of(const Source& source);
// Each definition and declaration by itself, also those that define no name.
std::vector<CodePart> statements_of(const Source& source);
// True for a function without its body.
bool is_declaration(const CodePart& part);

// What an operator's row in open/ leads to: its row, and the definitions that it uses there.
std::vector<CodePart> open_code(const Registration& operator_row);
// Of these, or else of the formula's sources, the definitions that name an open point ("nan" of
// "Clip.nan").
std::vector<CodePart> code_of_point(const std::vector<CodePart>& open,
                                    const std::vector<Source>& formula, std::string_view point);

// A file of quick/, bounds/ or released/.
struct RoomFile {
  std::string_view room;  // "quick", "bounds" or "released"
  Source source;
};
std::vector<RoomFile> room_files(const Registration& operator_row);
// "a fast path with equal results", …
std::string_view meaning_of_room(std::string_view room);

// The code without its comments and strings.
std::string bare_code(std::string text);

// The names in code; and those that it calls as functions, not of an object.
std::set<std::string> names_used(const std::string& text);
std::set<std::string> names_called(const std::string& text);

// What the one group of the pattern matches in the text, everywhere.
std::set<std::string> matches_in(const std::string& text, const re2::RE2& pattern);

}  // namespace etalon::explain
