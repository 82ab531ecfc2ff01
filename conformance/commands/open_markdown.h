// The open points as a page in Markdown: data/open_points.md.
#pragma once

#include <string>

#include "conformance/cases/open_points.h"

namespace etalon {

// Counts, the table operators × questions, then each point that is permitted or silent, with its
// smallest case and the answers of other runtimes.
std::string open_markdown(const OpenPoints& points);

}  // namespace etalon
