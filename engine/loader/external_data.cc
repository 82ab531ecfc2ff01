#include "engine/loader/external_data.h"

#include <openssl/evp.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/loader/inner_path.h"
#include "engine/loader/open_beneath.h"
#include "engine/values/utf8.h"
#include "onnx.pb.h"

namespace etalon {
namespace {

struct Entries {
  std::string location;
  uint64_t offset = 0;
  std::optional<uint64_t> length;
  std::optional<std::string> checksum;  // SHA-1 of the whole file, in hexadecimal
};

uint64_t parse_count(std::string_view key, const std::string& text) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || text.empty()) {
    throw InvalidModel("external_data's {} is {}, which is not a number of bytes", key,
                       in_quotes(text));
  }
  return value;
}

Entries read_entries(const onnx::TensorProto& proto) {
  std::map<std::string, std::string, std::less<>> given;
  for (const auto& entry : proto.external_data()) {
    const std::string& key = entry.key();
    if (key != "location" && key != "offset" && key != "length" && key != "checksum") {
      throw InvalidModel("external_data has the unknown key {}", in_quotes(key));
    }
    if (!given.emplace(key, entry.value()).second) {
      throw InvalidModel("external_data has the key '{}' twice", key);
    }
  }
  Entries entries;
  entries.location = given["location"];
  if (given.contains("offset")) entries.offset = parse_count("offset", given["offset"]);
  if (given.contains("length")) entries.length = parse_count("length", given["length"]);
  if (given.contains("checksum")) entries.checksum = given["checksum"];
  return entries;
}

[[noreturn]] void refuse_to_open(const std::string& location, std::string_view why) {
  throw InvalidModel("external data {} cannot be opened: {}", in_quotes(location), why);
}

bool means_link(int error) { return error == ELOOP || error == EXDEV; }

// Opens a file whose path beneath the folder contains a symbolic link.
FileDescriptor open_linked(const DataFolder& folder, const std::string& location) {
  const std::string found = "its path contains a symbolic link";
  const std::filesystem::path cache = cache_around(folder.path);
  const bool allowed = folder.links == SymbolicLinks::within_cache;
  if (cache.empty()) {
    refuse_to_open(location, !allowed ? found
                                      : found +
                                            ", and the model is not in a cache, a folder with "
                                            "'blobs' and 'snapshots'");
  }
  FileDescriptor file = open_within(cache, std::filesystem::canonical(folder.path), location);
  const int error = errno;
  if (!allowed) {
    refuse_to_open(location, file.valid() ? found +
                                                " (--allow-symlinks allows links within a "
                                                "model's cache)"
                                          : found);
  }
  if (file.valid()) return file;
  if (error == ENOSYS) {
    refuse_to_open(location, found + ", which needs the system call openat2 to be safe");
  }
  refuse_to_open(location, error == EXDEV ? "its symbolic link is absolute or leads out of " +
                                                in_quotes(cache.native())
                                          : system_message(error));
}

FileDescriptor open_data(const DataFolder& folder, const std::string& location) {
  FileDescriptor file = open_beneath(folder.path, location);
  if (file.valid()) return file;
  if (means_link(errno)) return open_linked(folder, location);
  refuse_to_open(location, system_message(errno));
}

// A hard link may be another name of any file on the disk, which its path does not show.
void check_opened(const FileDescriptor& file, const std::string& location, SymbolicLinks links,
                  struct stat& status) {
  if (::fstat(file.get(), &status) != 0) {
    throw InvalidModel("external data {} cannot be read: {}", in_quotes(location),
                       system_message(errno));
  }
  if (!S_ISREG(status.st_mode)) {
    throw InvalidModel("external data {} is not a regular file", in_quotes(location));
  }
  if (status.st_nlink != 1 && links == SymbolicLinks::refused) {
    throw InvalidModel(
        "external data {} is a hard link: the file has {} names (--allow-symlinks opens it)",
        in_quotes(location), status.st_nlink);
  }
}

// Fills `bytes` from `position` on.
void read_part(const FileDescriptor& file, uint64_t position, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count =
        ::pread(file.get(), bytes.data(), bytes.size(), static_cast<off_t>(position));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      throw InvalidModel("external data cannot be read: {}",
                         count == 0 ? "the file became shorter" : system_message(errno));
    }
    bytes = bytes.subspan(static_cast<size_t>(count));
    position += static_cast<uint64_t>(count);
  }
}

// The SHA-1 of a file of `size` bytes, in lower-case hexadecimal.
std::string sha1(const FileDescriptor& file, uint64_t size) {
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                        EVP_MD_CTX_free);
  if (!context || EVP_DigestInit_ex(context.get(), EVP_sha1(), nullptr) != 1) {
    throw Unsupported("SHA-1, which external_data's checksum needs, is not available");
  }
  std::array<std::byte, 1 << 16> chunk;
  for (uint64_t at = 0; at < size;) {
    const auto part = std::span(chunk).first(std::min<uint64_t>(chunk.size(), size - at));
    read_part(file, at, part);
    count_work(part.size() * work_per_byte);
    EVP_DigestUpdate(context.get(), part.data(), part.size());
    at += part.size();
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned length = 0;
  EVP_DigestFinal_ex(context.get(), digest.data(), &length);
  return fmt::format("{:02x}", fmt::join(digest.begin(), digest.begin() + length, ""));
}

void check_checksum(const FileDescriptor& file, uint64_t size, const Entries& entries) {
  if (!entries.checksum) return;
  std::string wanted = *entries.checksum;
  for (char& c : wanted) {
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
  }
  const std::string found = sha1(file, size);
  if (found == wanted) return;
  throw InvalidModel("external data {} has the SHA-1 checksum {}, but external_data states {}",
                     in_quotes(entries.location), found, in_quotes(*entries.checksum));
}

}  // namespace

void check_location(std::string_view location) {
  if (location.empty()) throw InvalidModel("external_data has no location");
  if (const std::string_view why = leaving(location); !why.empty()) {
    throw InvalidModel("external data location {} {}", in_quotes(location), why);
  }
}

ExternalData::ExternalData(const onnx::TensorProto& proto, const DataFolder& folder) {
  if (folder.path.empty()) {
    throw InvalidModel("external data is refused: no folder is given for it");
  }
  const Entries entries = read_entries(proto);
  check_location(entries.location);
  file_ = open_data(folder, entries.location);
  struct stat status {};
  check_opened(file_, entries.location, folder.links, status);
  const auto size = static_cast<uint64_t>(status.st_size);
  offset_ = entries.offset;
  const uint64_t rest = offset_ > size ? 0 : size - offset_;
  length_ = entries.length.value_or(rest);
  if (offset_ > size || length_ > rest) {
    throw InvalidModel("external data {} has {} bytes, which end before offset {} plus length {}",
                       in_quotes(entries.location), size, offset_, length_);
  }
  check_checksum(file_, size, entries);
}

void ExternalData::read(std::span<std::byte> bytes) const { read_part(file_, offset_, bytes); }

}  // namespace etalon
