#include "engine/loader/folder.h"

#include <cerrno>

namespace etalon {
namespace {

bool is_folder(const Folder& folder, const std::string& name, unsigned char type) {
  if (type != DT_LNK && type != DT_UNKNOWN) return type == DT_DIR;
  std::error_code unknown;
  const auto status = std::filesystem::status(folder.path_of(name), unknown).type();
  return status == std::filesystem::file_type::directory ||
         status == std::filesystem::file_type::none;
}

}  // namespace

Folder::Folder(std::filesystem::path path)
    : path_(std::move(path)), open_(::opendir(path_.c_str())) {
  while (open_) {
    errno = 0;
    const dirent* const entry = ::readdir(open_.get());
    if (!entry) break;
    const std::string name = entry->d_name;
    if (name != "." && name != "..") {
      entries_.push_back({name, is_folder(*this, name, entry->d_type)});
    }
  }
  if (errno != 0) problem_.assign(errno, std::generic_category());
}

}  // namespace etalon
