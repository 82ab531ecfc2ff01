// NumPy's .npz archives: named tensors.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "engine/values/value.h"

namespace etalon {

using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

// The arrays in the archive's order, names without ".npy". Throws InvalidInput if the file is not
// an archive, contains no arrays, or contains an array that cannot be read, and LimitExceeded past
// the limits of archive.h and the memory budget.
NamedTensors read_npz(const std::filesystem::path& file);

}  // namespace etalon
