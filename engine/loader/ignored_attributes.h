// Attributes that nodes have and their operators' schemas lack, and that are left out on request.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace etalon {

// Only domains whose schemas are open-ended (engine/operators/schema.h) have such attributes;
// anywhere else an unknown attribute stays an error.
struct IgnoredAttributes {
  std::set<std::string, std::less<>> names;
  // Called for each attribute left out, with its node's label.
  std::function<void(std::string_view node, std::string_view attribute)> on_ignored;
};

}  // namespace etalon
