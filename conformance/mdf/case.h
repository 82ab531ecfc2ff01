// One of the project's own cases of whole models (conformance/cases/mdf_cases.h), for `etalon
// test`.
#pragma once

#include <cstddef>
#include <filesystem>

namespace etalon {

// Runs the case at this place in a file of own cases, and writes to `answer` either
// {"value": the values that it expects, typed}, {"error": the error's kind, "sentence"}, or
// {"sentence"} where the case itself is wrong.
void answer_mdf_case(const std::filesystem::path& file, size_t index,
                     const std::filesystem::path& answer);

}  // namespace etalon
