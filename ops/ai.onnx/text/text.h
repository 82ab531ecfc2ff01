// What the operators on text share: strings that must be UTF-8.
#pragma once

#include "engine/numerics/texts.h"
#include "engine/values/utf8.h"

namespace etalon {

// Throws InvalidInput, naming the input and the string, unless all of X's strings are UTF-8.
inline void require_utf8(std::string_view input, const Tensor& X) {
  for (const std::string& text : X.slots<std::string>()) {
    count_work(work_per_byte * text.size());
    if (valid_utf8(text)) continue;
    throw InvalidInput("{} holds the string {}, which is not UTF-8", input, in_quotes(text));
  }
}

}  // namespace etalon
