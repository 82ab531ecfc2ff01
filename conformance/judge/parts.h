// The tensors that a value holds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/values/value.h"

namespace etalon {

struct Part {
  std::string place;  // in front of an element's: "", "item 3 ", "key \"cat\" "
  Tensor tensor;      // of a sparse one, its dense form
};
std::vector<Part> parts_of(const Value& value);
// In the order of those of `like`; nothing if the value has another structure.
std::optional<std::vector<Part>> parts_of(const Value& value, const Value& like);

}  // namespace etalon
