// Tensors whose bytes are in a separate file beneath the model's folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/loader/file.h"
#include "engine/loader/serialization.h"
#include "engine/values/mapped.h"

namespace etalon {

// The part of a file that a TensorProto's external_data names. The file is opened beneath `folder`,
// through no symbolic link but those that `folder` allows. Then the opened file (not its path) is
// checked: it must be a regular file, with a single hard link unless `folder` allows links.
class ExternalData {
 public:
  // Throws InvalidModel for entries or a location that are unsafe or malformed, for a file that
  // cannot be opened safely or does not have the stated checksum, and for a part that extends
  // beyond the file's end.
  ExternalData(const onnx::TensorProto& proto, const DataFolder& folder);

  uint64_t size() const { return length_; }
  // Fills `bytes`, which has size() bytes. Throws InvalidModel when the file has become shorter.
  void read(std::span<std::byte> bytes) const;
  // The part as map_file gives it.
  std::shared_ptr<const std::byte> map() const { return map_file(file_.get(), offset_, length_); }

 private:
  FileDescriptor file_;
  uint64_t offset_ = 0;
  uint64_t length_ = 0;
};

// Throws InvalidModel unless `location` is a plain relative path: not empty, not absolute, no
// "..", no drive letter, no backslash, no NUL.
void check_location(std::string_view location);

}  // namespace etalon
