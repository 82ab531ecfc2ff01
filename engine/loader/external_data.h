// Tensors whose bytes are in a separate file beneath the model's folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/loader/file.h"
#include "engine/loader/serialization.h"

namespace etalon {

// The part of a file that a TensorProto's external_data names. The file is opened beneath `folder`
// without following any symbolic link. Then the opened file (not its path) is checked: it must be a
// regular file with a single hard link.
class ExternalData {
 public:
  // Throws InvalidModel for entries or a location that are unsafe or malformed, for a file that
  // cannot be opened safely or does not have the stated checksum, and for a part that extends
  // beyond the file's end.
  ExternalData(const onnx::TensorProto& proto, const DataFolder& folder);

  uint64_t size() const { return length_; }
  // Fills `bytes`, which has size() bytes. Throws InvalidModel when the file has become shorter.
  void read(std::span<std::byte> bytes) const;

 private:
  FileDescriptor file_;
  uint64_t offset_ = 0;
  uint64_t length_ = 0;
};

// How external files are opened. kernel: the kernel resolves the whole path (openat2); if it
// cannot, as for walk. walk: the path is opened component by component.
enum class Resolution { kernel, walk };

// Opens `location` beneath `folder` for reading. Returns an invalid descriptor, with errno set, if
// it cannot be opened without following a symbolic link. `location` must have passed
// check_location().
FileDescriptor open_beneath(const std::filesystem::path& folder, const std::string& location,
                            Resolution resolution = Resolution::kernel);

// Throws InvalidModel unless `location` is a plain relative path: not empty, not absolute, no
// "..", no drive letter, no backslash, no NUL.
void check_location(std::string_view location);

}  // namespace etalon
