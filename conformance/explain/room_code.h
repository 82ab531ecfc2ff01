// The code in the rooms beside an operator's formula (engine/operators/rooms.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/explain/sources.h"
#include "engine/operators/operator.h"

namespace etalon::explain {

// A definition: a function, a type, a constant, or an operator's row of a table.
struct CodePart {
  std::string path;
  size_t line = 0;  // from 1
  std::string text;
  std::string name;  // what it defines
};

// The definitions at the top level of a source, each with its comment.
std::vector<CodePart> parts_of(const Source& source);

// What an operator's row in open/ leads to: its row, and the definitions that it uses there.
std::vector<CodePart> open_code(const Registration& operator_row);
// Of these, or else of the formula's sources, the definitions that name an open point ("nan" of
// "Clip.nan").
std::vector<CodePart> code_of_point(const std::vector<CodePart>& open,
                                    const std::vector<Source>& formula, std::string_view point);

// A file of another room than open/.
struct RoomFile {
  std::string_view room;  // "quick", "bounds" or "released"
  Source source;
};
std::vector<RoomFile> room_files(const Registration& operator_row);
// "the same result sooner", …
std::string_view meaning_of_room(std::string_view room);

}  // namespace etalon::explain
