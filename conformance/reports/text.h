// The scoreboard for people: by suite and status, what is missing, what failed and why.
#pragma once

#include <string>

#include "conformance/reports/summary.h"

namespace etalon {

std::string text_report(const RunReport& report);
// The same as Markdown.
std::string markdown_report(const RunReport& report);

}  // namespace etalon
