#include "conformance/cases/npz.h"

#include "conformance/cases/archive.h"
#include "engine/loader/file.h"
#include "engine/loader/npy.h"
#include "engine/values/limits.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

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
