#include "conformance/cases/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>

#include "engine/loader/file.h"
#include "engine/loader/inner_path.h"
#include "engine/loader/npy.h"
#include "engine/values/errors.h"
#include "engine/values/limits.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

// The library's words for what went wrong; it does not always have some.
std::string problem_of(archive* reader) {
  const char* problem = archive_error_string(reader);
  return problem == nullptr ? "it cannot be unpacked" : problem;
}

struct FreeArchive {
  void operator()(struct archive* a) const { archive_read_free(a); }
};
using Reader = std::unique_ptr<struct archive, FreeArchive>;

Reader open_archive(const fs::path& file, const FileDescriptor& descriptor) {
  Reader reader(archive_read_new());
  archive_read_support_filter_gzip(reader.get());
  archive_read_support_filter_xz(reader.get());
  archive_read_support_format_tar(reader.get());
  archive_read_support_format_zip(reader.get());
  constexpr size_t block = 1 << 16;
  if (archive_read_open_fd(reader.get(), descriptor.get(), block) != ARCHIVE_OK) {
    throw InvalidInput("{}: not an archive: {}", file.string(), problem_of(reader.get()));
  }
  return reader;
}

// The bytes that may still be unpacked. take() throws when fewer are left.
class ByteBudget {
 public:
  ByteBudget(std::string archive, uint64_t bytes) : archive_(std::move(archive)), left_(bytes) {}
  void take(uint64_t bytes) {
    if (bytes > left_) throw LimitExceeded("{}: unpacks to too many bytes", archive_);
    left_ -= bytes;
  }

 private:
  std::string archive_;
  uint64_t left_;
};

// Counts the bytes that are unpacked, not the size that the entry's header states.
void read_entry(struct archive* reader, const std::string& name, ByteBudget& budget,
                const std::function<void(const char*, size_t)>& take) {
  const void* block = nullptr;
  size_t size = 0;
  la_int64_t offset = 0;
  uint64_t at = 0;
  for (;;) {
    const int status = archive_read_data_block(reader, &block, &size, &offset);
    if (status == ARCHIVE_EOF) return;
    if (status != ARCHIVE_OK) {
      throw InvalidInput("{}: damaged in its archive: {}", name, problem_of(reader));
    }
    if (static_cast<uint64_t>(offset) != at)
      throw InvalidInput("{}: is sparse in its archive", name);
    budget.take(size);
    take(static_cast<const char*>(block), size);
    at += size;
  }
}

size_t stated_size(struct archive_entry* entry) {
  if (archive_entry_size_is_set(entry) == 0) return 0;
  return static_cast<size_t>(std::max<la_int64_t>(archive_entry_size(entry), 0));
}

void check_regular(const std::string& name, struct archive_entry* entry) {
  const bool link =
      archive_entry_hardlink(entry) != nullptr || archive_entry_symlink(entry) != nullptr;
  if (link || archive_entry_filetype(entry) != AE_IFREG) {
    throw InvalidInput("archive entry {}: not a regular file", name);
  }
}

// The entry's bytes, charged to the memory budget.
Contents unpacked(const ArchiveEntry& entry) {
  Contents contents;
  contents.reserve(entry.stated_size);
  entry.read([&](const char* bytes, size_t size) {
    check_deadline();
    contents.insert(contents.end(), bytes, bytes + size);
  });
  return contents;
}

}  // namespace

void for_each_file(const fs::path& archive,
                   const std::function<bool(const std::string& name)>& wants,
                   const std::function<void(const ArchiveEntry&)>& visit,
                   const ArchiveLimits& limits) {
  const FileDescriptor descriptor = open_regular(archive, O_RDONLY);
  const Reader reader = open_archive(archive, descriptor);
  ByteBudget budget(archive.string(), limits.bytes);
  for (uint64_t entries = 0;; ++entries) {
    struct archive_entry* entry = nullptr;
    const int status = archive_read_next_header(reader.get(), &entry);
    if (status == ARCHIVE_EOF) return;
    if (status < ARCHIVE_WARN) {
      throw InvalidInput("{}: damaged: {}", archive.string(), problem_of(reader.get()));
    }
    if (entries >= limits.entries) {
      throw LimitExceeded("{}: more than {} entries", archive.string(), limits.entries);
    }
    const char* raw = archive_entry_pathname(entry);
    const std::string name = raw == nullptr ? "" : raw;
    if (archive_entry_filetype(entry) == AE_IFDIR || !wants(name)) continue;
    check_regular(name, entry);
    const auto read = [&](const auto& take) { read_entry(reader.get(), name, budget, take); };
    visit({name, stated_size(entry), read});
  }
}

void extract(const fs::path& archive, const fs::path& folder,
             const std::function<bool(const std::string& name)>& wants,
             const std::function<std::string(const std::string& name)>& rename,
             const ArchiveLimits& limits) {
  for_each_file(
      archive, wants,
      [&](const ArchiveEntry& entry) {
        constexpr std::string_view what = "the name of an archive's entry";
        const InnerPath checked(entry.name, what);
        const InnerPath name(rename(entry.name), what);
        const fs::path file = name.in(folder);
        fs::create_directories(file.parent_path());
        FileDraft out(file);
        entry.read([&](const char* bytes, size_t size) { out.write({bytes, size}); });
        out.finish();
      },
      limits);
}

NamedTensors read_npz(const fs::path& file) {
  NamedTensors tensors;
  const auto is_array = [](const std::string& name) { return name.ends_with(".npy"); };
  for_each_file(file, is_array, [&](const ArchiveEntry& entry) {
    const std::string name = entry.name.substr(0, entry.name.size() - std::string(".npy").size());
    try {
      const Contents bytes = unpacked(entry);
      tensors.emplace_back(name, parse_npy({bytes.data(), bytes.size()}));
    } catch (Error& error) {
      error.locate(fmt::format("{}, array {}", file.string(), name));
      throw;
    }
  });
  if (tensors.empty()) throw InvalidInput("{}: contains no .npy arrays", file.string());
  return tensors;
}

}  // namespace etalon
