// A report as text and Markdown: counts by suite and status, failures and their reasons, missing
// operators; and the parts that other forms have, too.
#pragma once

#include <string>
#include <vector>

#include "conformance/common/paint.h"
#include "conformance/reports/summary.h"

namespace etalon {

// With the colours of a terminal where `paint` has them.
std::string text_report(const RunReport& report, const Paint& paint = Paint());
// The same as Markdown.
std::string markdown_report(const RunReport& report);

// Of a table.
using Row = std::vector<std::string>;

// The scoreboard's rows, header first: one column for pass and for each other status that occurs.
std::vector<Row> scoreboard(const Summary& summary);

// The lines of a table: the first column is aligned to the left, the others to the right.
std::vector<std::string> aligned(const std::vector<Row>& rows);
// The same as Markdown's.
std::string markdown_table(const std::vector<Row>& rows);

// "fail (values)", "fail (values, rounding)"
std::string status_text(const CaseResult& result);

}  // namespace etalon
