// Long lists of numbers in YAML text, read without the YAML library, which takes microseconds and
// hundreds of bytes for each number.
//
// lift_number_lists replaces long lists by short nodes and returns their numbers. Characters alone
// decide what a list is, so a replaced text may lie within a string. The reader of the shortened
// text must therefore meet every node; if it does not, the document is read as it was written.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/mdf/packed.h"

namespace etalon::mdf {

// The tag of a node that stands for a whole list, and of an item that stands for several. The
// node's text is the place in `lists`.
inline constexpr std::string_view list_tag = "!etalon-list";
inline constexpr std::string_view items_tag = "!etalon-items";

struct LiftedText {
  // `line` of `text` is `left_out` lines further down in the original, and so are those after it.
  struct Shift {
    size_t line, left_out;
  };
  std::string text;
  std::vector<ListBuilder> lists;
  std::vector<Shift> shifts;  // ascending

  size_t original_line(size_t line) const;  // lines count from 0
};

// Lists in brackets that hold nothing but numbers and such lists, and runs of lines such as
// "  - - 0.5". A text that has one of the tags comes back as it is.
LiftedText lift_number_lists(std::string_view text);

// A plain YAML scalar that is a number in the core schema, NaN or Infinity.
std::optional<Number> yaml_number(std::string_view text);

}  // namespace etalon::mdf
