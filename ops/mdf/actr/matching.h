// How ACT-R patterns meet chunks.
//
// A chunk is its values without `name`, a pattern its values without the first entry, the buffer;
// they meet by position, whatever their keys. A pattern's value is a constant, which must be equal;
// "=v", which binds v where it stands first; or "-=v". "=" alone meets anything. After all patterns
// a repeated "=v" must equal v's binding, and "-=v" must differ from it; when v is not bound, "-=v"
// does not match. Slots that the chunk lacks do not match; slots that the pattern lacks do not
// matter.
#pragma once

#include <optional>

#include "engine/mdf/standard_function.h"

namespace etalon::mdf {

// The values, without a chunk's `name` or a pattern's first entry.
List chunk_values(const Dictionary& chunk);
List pattern_values(const Dictionary& pattern);

// One pattern and the chunk it must meet; they outlive the match.
struct Meeting {
  const List& pattern;
  const List& chunk;
};
// The variables' bindings, in the order in which they bind, when all meet; they share variables.
std::optional<Dictionary> match(const std::vector<Meeting>& meetings);

// An entry of a production or pattern. Throws InvalidInput, naming `whole` and the key, when it is
// missing.
const Value& entry_of(const Dictionary& dictionary, std::string_view key, std::string_view whole);
// The patterns of a production's `lhs` or `rhs`. Throws InvalidInput for what is no list of
// dictionaries that have a `buffer`.
std::vector<Dictionary> patterns_of(const Dictionary& production, std::string_view side);
// The items of a list argument that must be dictionaries. Throws InvalidInput.
std::vector<Dictionary> dictionaries(const FunctionCall& call, std::string_view argument);

}  // namespace etalon::mdf
