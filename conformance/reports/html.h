// The report as one self-contained page: totals, suites, operators by version, cases with what was
// wrong and where. It has filters, needs no network, and can be read without scripts.
#pragma once

#include <string>
#include <string_view>

#include "conformance/reports/summary.h"

namespace etalon {

std::string html_report(const RunReport& report);

// Text of any origin as the text or an attribute value of HTML: markup is escaped; control
// characters and invalid UTF-8 are replaced.
std::string html_text(std::string_view text);

// The page's style and script.
extern const std::string_view html_style;
extern const std::string_view html_script;

}  // namespace etalon
