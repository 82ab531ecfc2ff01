// What a folder contains, by name.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace etalon {

struct FolderEntry {
  std::string name;
  bool is_folder;  // or a link to one, or to what the system refuses to show
};

// The entries of a folder but "." and "..", in the system's order. Where it cannot be read,
// `problem` says why, and those read so far are returned. Names alone are listed in half the time
// that paths take.
std::vector<FolderEntry> entries_of(const std::filesystem::path& folder, std::error_code& problem);

}  // namespace etalon
