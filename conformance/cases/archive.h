// Reading archives (zip, tar) with libarchive: sizes limited; NumPy's .npz.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/values/value.h"

namespace etalon {

struct ArchiveLimits {
  uint64_t entries = 200'000;
  uint64_t bytes = uint64_t{8} << 30;  // of all regular files together
};

// One regular file of an archive; `read` passes its bytes on, piece by piece.
struct ArchiveEntry {
  std::string name;
  size_t stated_size = 0;  // in bytes, as the archive says it; 0 if it does not
  std::function<void(const std::function<void(const char*, size_t)>&)> read;
};

// Calls `visit` in order for every regular file whose name `wants` accepts. Folders and all other
// entries are skipped unread. Throws InvalidInput for a damaged archive and for an accepted entry
// that is a link or a device, and LimitExceeded past the limits. A name is any text, not a path.
void for_each_file(const std::filesystem::path& archive,
                   const std::function<bool(const std::string& name)>& wants,
                   const std::function<void(const ArchiveEntry&)>& visit,
                   const ArchiveLimits& limits = {});

// Writes the files that `wants` accepts into `folder`, under the names that `rename` returns.
// Throws InvalidInput where a name, or what it becomes, is not an InnerPath.
void extract(const std::filesystem::path& archive, const std::filesystem::path& folder,
             const std::function<bool(const std::string& name)>& wants,
             const std::function<std::string(const std::string& name)>& rename,
             const ArchiveLimits& limits = {});

// Of an .npz archive.
using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

// The arrays in the archive's order, names without ".npy". Throws InvalidInput if the file is not
// an archive, contains no arrays, or contains an array that cannot be read, and LimitExceeded past
// the limits above and the memory budget.
NamedTensors read_npz(const std::filesystem::path& file);

}  // namespace etalon
