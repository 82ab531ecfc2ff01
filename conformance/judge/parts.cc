#include "conformance/judge/parts.h"

#include <fmt/format.h>

#include "conformance/judge/compare.h"

namespace etalon {

namespace {

// Appends the parts. False if the value has another structure.
bool add(const Value& value, const Value& like, const std::string& place,
         std::vector<Part>& parts) {
  if (like.is_tensor()) {
    if (value.is_tensor()) parts.push_back({place, value.tensor()});
    return value.is_tensor();
  }
  if (like.is_sequence()) {
    const Values& wanted = like.sequence().items;
    if (!value.is_sequence() || value.sequence().items.size() != wanted.size()) return false;
    for (size_t i = 0; i < wanted.size(); ++i) {
      const std::string item = fmt::format("{}item {} ", place, i);
      if (!add(value.sequence().items[i], wanted[i], item, parts)) return false;
    }
    return true;
  }
  if (like.is_optional()) {
    if (!value.is_optional() || !value.optional().held != !like.optional().held) return false;
    return !like.optional().held ||
           add(*value.optional().held, *like.optional().held, place, parts);
  }
  if (like.is_map()) {
    if (!value.is_map() || value.map().values.size() != like.map().values.size()) return false;
    size_t i = 0;
    for (const auto& [key, position] : matched_keys(value.map(), like.map())) {
      const Value& wanted = like.map().values[i++];
      if (!position || !add(value.map().values[*position], wanted, place + key + " ", parts)) {
        return false;
      }
    }
    return true;
  }
  if (like.is_sparse() && value.is_sparse()) parts.push_back({place, dense(value.sparse())});
  return like.is_sparse() == value.is_sparse();
}

}  // namespace

std::vector<Part> parts_of(const Value& value) { return *parts_of(value, value); }

std::optional<std::vector<Part>> parts_of(const Value& value, const Value& like) {
  std::vector<Part> parts;
  return add(value, like, "", parts) ? std::optional(std::move(parts)) : std::nullopt;
}

}  // namespace etalon
