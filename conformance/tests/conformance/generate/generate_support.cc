#include "conformance/tests/conformance/generate/generate_support.h"

#include "engine/loader/serialization.h"

namespace etalon::test {

namespace fs = std::filesystem;

std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    files[entry.path().lexically_relative(folder).string()] = file_text(entry);
  }
  return files;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& [name, bytes] : files_in(folder)) names.push_back(name);
  return names;
}

std::set<std::string> Workshop::names() const {
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path())) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

Tensor written(const std::string& file) { return read_value(file, Type()).tensor(); }

}  // namespace etalon::test
