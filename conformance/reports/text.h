// The scoreboard as text: counts by suite and status, failures and their reasons, missing
// operators.
#pragma once

#include <string>

#include "conformance/common/paint.h"
#include "conformance/reports/summary.h"

namespace etalon {

std::string text_report(const RunReport& report);
// The same with the colours of a terminal.
std::string text_report(const RunReport& report, const Paint& paint);
// The same as Markdown.
std::string markdown_report(const RunReport& report);

// The text with escapes, so that Markdown shows it unchanged; control characters as escapes too.
std::string markdown_text(const std::string& text);

}  // namespace etalon
