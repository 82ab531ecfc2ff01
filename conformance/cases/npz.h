// NumPy's .npz archives: named tensors.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "engine/values/value.h"

namespace etalon {

using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

// The arrays in the order the archive has them, names without ".npy". Throws InvalidInput for what
// is no such archive, or for an entry past the size limits.
NamedTensors read_npz(const std::filesystem::path& file);

}  // namespace etalon
