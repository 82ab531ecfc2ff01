// Opening of files beneath a folder, for paths that a model gives.
#pragma once

#include <filesystem>
#include <string>

#include "engine/loader/file.h"

namespace etalon {

// How files are opened. kernel: the kernel resolves the whole path (openat2), or if it has no
// openat2, as `walk`. walk: the path is opened component by component.
enum class Resolution { kernel, walk };

// Each opens `location`, a relative path without "..", for reading, and returns an invalid
// descriptor, with errno set, if it cannot.

// Beneath `folder`, without following a symbolic link.
FileDescriptor open_beneath(const std::filesystem::path& folder, const std::string& location,
                            Resolution resolution = Resolution::kernel);

// Beneath `folder`, through symbolic links that are relative and stay within `cache`, a folder
// around `folder`. Both are absolute and without links. ENOSYS if the kernel has no openat2.
FileDescriptor open_within(const std::filesystem::path& cache, const std::filesystem::path& folder,
                           const std::string& location);

// The cache that a model's folder is in, absolute and without links: the innermost folder around it
// that has the folders `blobs` and `snapshots`, if the model is beneath `snapshots`. Empty if there
// is none.
std::filesystem::path cache_around(const std::filesystem::path& folder);

}  // namespace etalon
