// The scoreboard as text: counts by suite and status, failures and their reasons, missing
// operators.
#pragma once

#include <string>

#include "conformance/common/paint.h"
#include "conformance/reports/summary.h"

namespace etalon {

// With the colours of a terminal where `paint` has them.
std::string text_report(const RunReport& report, const Paint& paint = Paint());
// The same as Markdown.
std::string markdown_report(const RunReport& report);

// The text with escapes, so that Markdown shows it unchanged; control characters as escapes too.
std::string markdown_text(const std::string& text);

}  // namespace etalon
