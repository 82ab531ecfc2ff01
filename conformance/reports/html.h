// The report as one page that needs nothing else: totals, suites, operators by version, cases with
// what was wrong and where; to be filtered, read without a network, and shown without scripts too.
#pragma once

#include <string>
#include <string_view>

#include "conformance/reports/summary.h"

namespace etalon {

std::string html_report(const RunReport& report);

// Text of any origin as HTML's text or attribute value: markup is escaped, control characters and
// what is no UTF-8 are replaced.
std::string html_text(std::string_view text);

// The page's style and script.
extern const std::string_view html_style;
extern const std::string_view html_script;

}  // namespace etalon
