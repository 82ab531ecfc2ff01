// The JSON files of schemas/, as embedded at build time.
#pragma once

#include <string_view>
#include <vector>

namespace etalon {

// The text of each file.
std::vector<std::string_view> embedded_schemas();

}  // namespace etalon
