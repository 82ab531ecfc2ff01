#include "engine/loader/file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <utility>

#include "engine/values/errors.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

[[noreturn]] void refuse(std::string_view verb, const std::string& file, int error) {
  throw InvalidInput("cannot {} {}: {}", verb, in_quotes(file), system_message(error));
}

// Calls a function of the system again while a signal interrupts it.
template <class F>
int uninterrupted(F call) {
  int result = 0;
  while ((result = call()) < 0 && errno == EINTR) continue;
  return result;
}

}  // namespace

// A read that ends within a page ended with the file; at the end of one, it may have failed there.
size_t read_if_small(const FileDescriptor& descriptor, std::span<char> space) {
  constexpr size_t least_page = 512;
  if (!descriptor.valid()) return 0;
  const ssize_t count = ::pread(descriptor.get(), space.data(), space.size(), 0);
  if (count <= 0) return 0;
  const auto size = static_cast<size_t>(count);
  return size < space.size() && size % least_page != 0 ? size : 0;
}

Contents read_file(const std::string& file) {
  constexpr int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;  // so that opening a fifo returns
  return read_opened(FileDescriptor(::open(file.c_str(), flags)), file);
}

Contents read_opened(const FileDescriptor& descriptor, const std::string& file) {
  std::array<char, 1 << 13> small;
  if (const size_t size = read_if_small(descriptor, small)) {
    return Contents(small.begin(), small.begin() + size);
  }
  struct stat status {};
  if (!descriptor.valid() || ::fstat(descriptor.get(), &status) != 0) refuse("read", file, errno);
  if (!S_ISREG(status.st_mode)) {
    throw InvalidInput("cannot read {}: not a regular file", in_quotes(file));
  }
  Contents contents(static_cast<size_t>(status.st_size));
  size_t filled = 0;
  while (filled < contents.size()) {
    const ssize_t count =
        ::read(descriptor.get(), contents.data() + filled, contents.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse("read", file, errno);
    if (count == 0) break;
    filled += static_cast<size_t>(count);
  }
  contents.resize(filled);
  return contents;
}

FileDescriptor open_regular(const std::filesystem::path& file, int flags) {
  const std::string_view verb = (flags & O_ACCMODE) == O_RDONLY ? "read" : "write";
  constexpr mode_t all = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;
  FileDescriptor descriptor(uninterrupted(
      [&] { return ::open(file.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, all); }));
  struct stat status {};
  if (!descriptor.valid() || ::fstat(descriptor.get(), &status) != 0) refuse(verb, file, errno);
  if (!S_ISREG(status.st_mode)) {
    throw InvalidInput("cannot {} {}: not a regular file", verb, in_quotes(file.string()));
  }
  return descriptor;
}

void write_all(const FileDescriptor& descriptor, std::string_view bytes,
               const std::filesystem::path& file) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) refuse("write", file, count < 0 ? errno : EIO);
    bytes.remove_prefix(static_cast<size_t>(count));
  }
}

FileDraft::FileDraft(std::filesystem::path target) : target_(std::move(target)) {
  static std::atomic<uint64_t> count = 0;
  constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
  constexpr mode_t all = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;
  while (!descriptor_.valid()) {
    path_ = target_;
    path_ += fmt::format(".{}-{}.tmp", ::getpid(), count++);
    const Together together;
    descriptor_ = FileDescriptor(uninterrupted([&] { return ::open(path_.c_str(), flags, all); }));
    if (!descriptor_.valid() && errno != EEXIST) refuse("write", target_, errno);
    if (descriptor_.valid()) leftover_.emplace(path_);
  }
}

FileDraft::~FileDraft() {
  if (!finished_) ::unlink(path_.c_str());
}

void FileDraft::write(std::string_view bytes) { write_all(descriptor_, bytes, target_); }

void FileDraft::finish() {
  // A system that writes later says here that it could not; interrupted, it is closed all the same.
  if (::close(descriptor_.release()) != 0 && errno != EINTR) refuse("write", target_, errno);
  if (uninterrupted([&] { return ::rename(path_.c_str(), target_.c_str()); }) != 0) {
    refuse("write", target_, errno);
  }
  finished_ = true;
}

void write_file(const std::filesystem::path& file, std::string_view bytes) {
  FileDraft draft(file);
  draft.write(bytes);
  draft.finish();
}

}  // namespace etalon
