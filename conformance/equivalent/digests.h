// Values and computations by their content: equal values have equal digests, and so have equal
// computations on equal values.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/operators/model.h"

namespace etalon::equivalent {

// 128 bits of the type, the shape and all elements. It is not a cryptographic hash: two values with
// equal digests are equal unless somebody constructed them to collide.
struct Digest {
  uint64_t high = 0, low = 0;
  auto operator<=>(const Digest&) const = default;
};
Digest digest_of(const Value& value);

// What a node computes, from what: equal texts, equal results. Nothing for a node that draws random
// numbers, calls a function or has graphs.
std::optional<std::string> computation_of(const Node& node, const std::vector<Digest>& inputs);

// The results of computations, for nodes of another model that do the same.
using Computations = std::map<std::string, Values, std::less<>>;

}  // namespace etalon::equivalent
