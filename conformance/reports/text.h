// The scoreboard as text: counts by suite and status, missing operators, failures and their
// reasons.
#pragma once

#include <string>

#include "conformance/reports/summary.h"

namespace etalon {

std::string text_report(const RunReport& report);
// The same as Markdown.
std::string markdown_report(const RunReport& report);

}  // namespace etalon
