// Properties that a random call must have.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/generate/drafts.h"

namespace etalon {

struct Wishes {
  // Attributes with these values, as text ("0", "1,2", "SAME_UPPER", of a data type also its name),
  // either written or by default.
  std::map<std::string, std::string> attributes;
  std::map<std::string, Shape> shapes;  // by the name of the input
  std::optional<ValueClass> values;     // of a free input

  bool none() const { return attributes.empty() && shapes.empty() && !values; }
};

// "axis=0" and "X=2x3" ("X=" is a scalar's). Throw UsageError for another form.
std::pair<std::string, std::string> attribute_wish(const std::string& text);
std::pair<std::string, Shape> shape_wish(const std::string& text);
// Throws UsageError, with all names, for an unknown name.
ValueClass values_wish(const std::string& text);

// Whether the version has the attributes and inputs that are wished for.
bool can_have(const Schema& schema, const Wishes& wishes);

// The wishes that a draft does not meet: "--attr axis=0".
std::vector<std::string> unmet(const Draft& draft, const Wishes& wishes);

}  // namespace etalon
