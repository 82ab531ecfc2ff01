// Changes of an input that keep most of its structure.
#pragma once

#include <random>
#include <string>
#include <string_view>

namespace etalon::fuzz {

using Random = std::mt19937_64;

enum class Form {
  bytes,
  protobuf,  // fields are dropped, doubled, swapped and changed; lengths stay right
  json,      // values are replaced, dropped and doubled; the text stays JSON
};

// A changed copy of `input`; `other` is a second input that parts may be taken from. Now and then,
// an input with a structure is changed as bytes.
std::string mutate(std::string_view input, std::string_view other, Form form, Random& random);

}  // namespace etalon::fuzz
