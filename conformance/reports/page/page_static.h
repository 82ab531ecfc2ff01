// What a page shows without scripts.
#pragma once

#include <string>
#include <vector>

#include "conformance/reports/page/page_data.h"

namespace etalon {

// Counts by run and by suite, and the cases that are not as expected (the first of very many).
std::string static_summary(const std::vector<PageRun>& runs, const std::vector<PageCase>& cases);

// The cases of one operator, or one case, whatever their status.
std::string static_cases(const std::string& title, const std::vector<PageRun>& runs,
                         const std::vector<PageCase>& cases);

}  // namespace etalon
