// The names of ONNX's releases, in their order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace etalon {

// By numbers, so that 1.9.0 comes before 1.10.0. What is no release ("own", "local") comes first,
// by its letters.
bool earlier_release(std::string_view a, std::string_view b);

// "1.2.1…1.4.0" for releases in order; the one release alone.
std::string release_span(const std::vector<std::string>& releases);

}  // namespace etalon
