// Tables of reports as text.
#pragma once

#include <string>
#include <vector>

#include "conformance/reports/summary.h"

namespace etalon {

using Row = std::vector<std::string>;

// The scoreboard's rows, header first: one column for pass and for each other status that occurs.
std::vector<Row> scoreboard(const Summary& summary);

// The lines of a table: the first column is aligned to the left, the others to the right.
std::vector<std::string> aligned(const std::vector<Row>& rows);
// The same as Markdown's.
std::string markdown_table(const std::vector<Row>& rows);

}  // namespace etalon
