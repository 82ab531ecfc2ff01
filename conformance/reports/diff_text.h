// What changed between two reports, as text and Markdown.
#pragma once

#include <string>

#include "conformance/common/paint.h"
#include "conformance/reports/diff.h"

namespace etalon {

std::string diff_text(const Comparison& comparison, const Paint& paint);
std::string diff_markdown(const Comparison& comparison);

}  // namespace etalon
