#include "engine/loader/open_beneath.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <vector>

namespace etalon {
namespace {

// O_NONBLOCK: a named pipe in the file's place must not make the loader wait.
constexpr int read_flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

// The components of a checked location; "." and empty ones left out.
std::vector<std::string> components(const std::string& location) {
  std::vector<std::string> result;
  for (const auto& part : std::filesystem::path(location)) {
    if (!part.empty() && part != ".") result.push_back(part.native());
  }
  return result;
}

FileDescriptor open_walking(FileDescriptor folder, const std::vector<std::string>& parts) {
  for (size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size();
    const int flags = last ? read_flags : O_PATH | O_DIRECTORY | O_CLOEXEC;
    folder = FileDescriptor(::openat(folder.get(), parts[i].c_str(), flags | O_NOFOLLOW));
    if (!folder.valid()) break;
  }
  return folder;
}

bool kernel_lacks_openat2(int error) {
  return error == ENOSYS || error == EPERM || error == EINVAL || error == E2BIG;
}

FileDescriptor open_by_kernel(const FileDescriptor& root, const std::string& path,
                              uint64_t resolve) {
  open_how how{};
  how.flags = read_flags;
  how.resolve = resolve;
  const long opened = ::syscall(SYS_openat2, root.get(), path.c_str(), &how, sizeof(how));
  return FileDescriptor(static_cast<int>(opened));
}

// A folder itself, not a link to one.
bool is_plain_folder(const std::filesystem::path& path) {
  std::error_code none;
  return std::filesystem::is_directory(std::filesystem::symlink_status(path, none));
}

}  // namespace

FileDescriptor open_beneath(const std::filesystem::path& folder, const std::string& location,
                            Resolution resolution) {
  FileDescriptor root(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root.valid()) return root;
  if (resolution == Resolution::kernel) {
    FileDescriptor file = open_by_kernel(root, location, RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS);
    if (file.valid() || !kernel_lacks_openat2(errno)) return file;
  }
  return open_walking(std::move(root), components(location));
}

FileDescriptor open_within(const std::filesystem::path& cache, const std::filesystem::path& folder,
                           const std::string& location) {
  const FileDescriptor root(::open(cache.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  if (!root.valid()) return FileDescriptor();
  const std::filesystem::path path = folder.lexically_relative(cache) / location;
  FileDescriptor file =
      open_by_kernel(root, path.native(), RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS);
  if (!file.valid() && kernel_lacks_openat2(errno)) errno = ENOSYS;
  return file;
}

std::filesystem::path cache_around(const std::filesystem::path& folder) {
  std::error_code missing;
  std::filesystem::path inner = std::filesystem::canonical(folder, missing);
  if (missing) return {};
  for (; inner.has_relative_path(); inner = inner.parent_path()) {
    const std::filesystem::path outer = inner.parent_path();
    if (!is_plain_folder(outer / "blobs") || !is_plain_folder(outer / "snapshots")) continue;
    return inner.filename() == "snapshots" ? outer : std::filesystem::path();
  }
  return {};
}

}  // namespace etalon
