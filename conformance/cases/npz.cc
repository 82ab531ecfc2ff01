#include "conformance/cases/npz.h"

#include <fstream>

#include "conformance/cases/archive.h"
#include "conformance/common/paths.h"
#include "engine/loader/serialization.h"

namespace etalon {

namespace fs = std::filesystem;

NamedTensors read_npz(const fs::path& file) {
  const TemporaryFolder scratch;
  const fs::path array = scratch.path() / "array.npy";
  NamedTensors tensors;
  const auto is_array = [](const std::string& name) { return name.ends_with(".npy"); };
  for_each_file(file, is_array, [&](const ArchiveEntry& entry) {
    {
      std::ofstream out(array, std::ios::binary | std::ios::trunc);
      entry.read([&](const char* bytes, size_t size) {
        out.write(bytes, static_cast<std::streamsize>(size));
      });
    }
    const std::string name = entry.name.substr(0, entry.name.size() - std::string(".npy").size());
    try {
      tensors.emplace_back(name, read_value(array, Type()).tensor());
    } catch (const Error& error) {
      throw InvalidInput("{}, array {}: {}", file.string(), name, error.what());
    }
  });
  if (tensors.empty()) throw InvalidInput("{}: contains no .npy arrays", file.string());
  return tensors;
}

}  // namespace etalon
