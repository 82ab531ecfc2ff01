#include "conformance/common/folder_entries.h"

#include <dirent.h>

#include <cerrno>
#include <memory>
#include <string_view>

namespace etalon {
namespace {

bool is_folder(const std::filesystem::path& folder, const dirent& entry) {
  if (entry.d_type != DT_LNK && entry.d_type != DT_UNKNOWN) return entry.d_type == DT_DIR;
  std::error_code unknown;
  const auto type = std::filesystem::status(folder / entry.d_name, unknown).type();
  return type == std::filesystem::file_type::directory || type == std::filesystem::file_type::none;
}

}  // namespace

std::vector<FolderEntry> entries_of(const std::filesystem::path& folder, std::error_code& problem) {
  problem.clear();
  std::vector<FolderEntry> entries;
  errno = 0;
  const auto close = [](DIR* open) { ::closedir(open); };
  const std::unique_ptr<DIR, decltype(close)> open(::opendir(folder.c_str()));
  while (open) {
    errno = 0;
    const dirent* const entry = ::readdir(open.get());
    if (!entry) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..")
      entries.push_back({std::string(name), is_folder(folder, *entry)});
  }
  if (errno != 0) problem.assign(errno, std::generic_category());
  return entries;
}

}  // namespace etalon
