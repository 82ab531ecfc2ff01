// The names of ONNX's releases, in their order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace etalon {

// Compares the numbers, so that 1.9.0 comes before 1.10.0, and 1.24.0.dev20261026 before 1.24.0.
// Names that are not releases ("own", "local") come first, in alphabetical order.
bool earlier_release(std::string_view a, std::string_view b);

// "1.2.1…1.4.0" for several releases in order; "1.4.0" for one.
std::string release_span(const std::vector<std::string>& releases);

}  // namespace etalon
