// Writing the piece that differs, and the input that shows it.
#pragma once

#include <filesystem>
#include <vector>

#include "conformance/equivalent/verdicts.h"

namespace etalon::equivalent {

// Writes before/ and after/ of the first piece that differs most, each a case: the nodes as a
// model, their inputs, and as the expected output of both what BEFORE's nodes give; and witness/
// with the inputs of BEFORE as input_I.pb. Returns the folders that were written.
std::vector<std::string> write_pieces(const std::filesystem::path& folder,
                                      const Equivalence& equivalence);

}  // namespace etalon::equivalent
