// Files: a descriptor that closes itself; reading and writing of whole files.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/loader/leftovers.h"
#include "engine/values/limits.h"

namespace etalon {

class FileDescriptor {
 public:
  explicit FileDescriptor(int descriptor = -1) : descriptor_(descriptor) {}
  FileDescriptor(FileDescriptor&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() {  // keeps errno, the reason why an earlier call failed
    const int error = errno;
    if (valid()) ::close(descriptor_);
    errno = error;
  }

  bool valid() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  // Leaves it open, for the caller to close.
  int release() { return std::exchange(descriptor_, -1); }

 private:
  int descriptor_;
};

// Leaves memory that is about to be filled by reading uninitialised.
struct ContentsAllocator : BudgetAllocator<char> {
  template <class>
  struct rebind {
    using other = ContentsAllocator;
  };
  void construct(char*) noexcept {}
  void construct(char* byte, char value) noexcept { *byte = value; }
};
using Contents = std::vector<char, ContentsAllocator>;

// Reads a file from its beginning, and returns its size if it certainly ends before `space` does.
// Otherwise returns 0: also for a descriptor that is not open, an empty file, and a file that
// cannot be read by position, such as a fifo or a folder. Asking the system for a small file's size
// would take a tenth of the time of reading it.
size_t read_if_small(const FileDescriptor& descriptor, std::span<char> space);

// The bytes of a regular file, charged to the memory budget. Throws InvalidInput naming the file.
Contents read_file(const std::string& file);
// The bytes of an open file, from its beginning; `file` is its name in messages. An invalid
// descriptor is refused with the reason in errno.
Contents read_opened(const FileDescriptor& descriptor, const std::string& file);

// Opens a regular file with these flags of open(2). Throws InvalidInput naming the file where that
// fails, and for anything else of this name: a fifo would wait for ever, a device may never end.
FileDescriptor open_regular(const std::filesystem::path& file, int flags);

// Writes all bytes to an open file. Throws InvalidInput naming the file.
void write_all(const FileDescriptor& descriptor, std::string_view bytes,
               const std::filesystem::path& file);

// A file that is written piece by piece, completely or not at all: a temporary file in the target's
// folder, which finish() renames. All calls throw InvalidInput naming the target.
class FileDraft {
 public:
  explicit FileDraft(std::filesystem::path target);
  FileDraft(const FileDraft&) = delete;
  FileDraft& operator=(const FileDraft&) = delete;
  ~FileDraft();  // removes what was not finished

  void write(std::string_view bytes);
  void finish();

 private:
  std::filesystem::path target_;
  std::filesystem::path path_;
  FileDescriptor descriptor_;
  std::optional<Leftover> leftover_;
  bool finished_ = false;
};

// Writes a file completely or not at all.
void write_file(const std::filesystem::path& file, std::string_view bytes);

// "No such file or directory"
inline std::string system_message(int error_number) {
  return std::system_category().message(error_number);
}

}  // namespace etalon
