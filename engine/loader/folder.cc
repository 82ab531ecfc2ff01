#include "engine/loader/folder.h"

#include <dirent.h>
#include <fcntl.h>

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
    : path_(std::move(path)),
      descriptor_(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  alignas(dirent64) char buffer[1 << 13];
  ssize_t filled =
      descriptor_.valid() ? ::getdents64(descriptor_.get(), buffer, sizeof buffer) : -1;
  while (filled > 0) {
    for (ssize_t at = 0; at < filled;) {
      const auto& entry = *reinterpret_cast<const dirent64*>(buffer + at);
      const std::string name = entry.d_name;
      if (name != "." && name != "..") {
        entries_.push_back({name, is_folder(*this, name, entry.d_type)});
      }
      at += entry.d_reclen;
    }
    filled = ::getdents64(descriptor_.get(), buffer, sizeof buffer);
  }
  if (filled < 0) problem_.assign(errno, std::generic_category());
}

}  // namespace etalon
