// etalon explain --requirements.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace etalon {

// Prints the statements of these operators as "text", "json" or "csv"; of all operators of ONNX's
// domains where no word, or "all", is given. Throws UsageError for a name that has none. Returns
// the exit code.
int print_requirements(const std::vector<std::string>& words, const std::string& format,
                       std::ostream& out);

}  // namespace etalon
