// StringNormalizer by one or the other mapping between cases.
#pragma once

#include <unicode/locid.h>

#include "engine/numerics/texts.h"

namespace etalon {

enum class CaseChange { none, lower, upper };

// How strings are compared without regard to case, and how their case is changed. Both throw
// InvalidInput for a string that is not UTF-8.
struct Cases {
  std::string (*folded)(const std::string& text);
  std::string (*changed)(const std::string& text, CaseChange change, const icu::Locale& locale);
};

// The output Y.
Tensor normalized(const Call& call, const Cases& cases);
// In Unicode's full mappings one character may become several.
std::string full_change(const std::string& text, CaseChange change, const icu::Locale& locale);

}  // namespace etalon
