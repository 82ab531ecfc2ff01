#include "engine/loader/folder.h"

#include <dirent.h>

#include <algorithm>
#include <cerrno>
#include <memory>

namespace etalon {
namespace {

struct Closing {
  void operator()(DIR* open) const { ::closedir(open); }
};

bool is_folder(const Folder& folder, const std::string& name, unsigned char type) {
  if (type != DT_LNK && type != DT_UNKNOWN) return type == DT_DIR;
  std::error_code unknown;
  const auto status = std::filesystem::status(folder.path_of(name), unknown).type();
  return status == std::filesystem::file_type::directory ||
         status == std::filesystem::file_type::none;
}

}  // namespace

Folder::Folder(std::filesystem::path path) : path_(std::move(path)) {
  const std::unique_ptr<DIR, Closing> open(::opendir(path_.c_str()));
  while (open) {
    errno = 0;
    const dirent* const entry = ::readdir(open.get());
    if (!entry) break;
    const std::string name = entry->d_name;
    if (name != "." && name != "..") {
      entries_.push_back({name, is_folder(*this, name, entry->d_type)});
    }
  }
  if (errno != 0) problem_.assign(errno, std::generic_category());
}

std::vector<std::string> Folder::sorted_names() const {
  std::vector<std::string> names;
  for (const FolderEntry& entry : entries_) names.push_back(entry.name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace etalon
