// How ACT-R patterns match chunks.
//
// A chunk is its values without `name`, a pattern its values without the first entry, the buffer.
// They are compared by position, whatever their keys. A pattern's value is one of
//
//   a constant, which must be equal;
//   "=v", which binds the variable v where it stands first, and later must equal its binding;
//   "-=v", which must differ from v's binding, and does not match when v is not bound;
//   "=", which matches anything.
//
// Bindings are compared after all patterns are read. A slot that the chunk lacks does not match; a
// slot that the pattern lacks does not matter.
#pragma once

#include <optional>

#include "engine/mdf/standard_function.h"

namespace etalon::mdf {

// The values, without a chunk's `name` or a pattern's first entry.
List chunk_values(const Dictionary& chunk);
List pattern_values(const Dictionary& pattern);

// One pattern and the chunk it must match, which outlive the call of match().
struct Comparison {
  const List& pattern;
  const List& chunk;
};
// The variables' bindings, in the order in which they bind, when every pattern matches its chunk;
// nothing otherwise. The patterns share their variables.
std::optional<Dictionary> match(const std::vector<Comparison>& comparisons);

// An entry of a production or pattern. Throws InvalidInput, naming `whole` and the key, when it is
// missing.
const Value& entry_of(const Dictionary& dictionary, std::string_view key, std::string_view whole);
// The patterns of a production's `lhs` or `rhs`. Throws InvalidInput for what is not a list of
// dictionaries that have a `buffer`.
std::vector<Dictionary> patterns_of(const Dictionary& production, std::string_view side);
// The items of a list argument that must be dictionaries. Throws InvalidInput.
std::vector<Dictionary> dictionaries(const FunctionCall& call, std::string_view argument);

}  // namespace etalon::mdf
