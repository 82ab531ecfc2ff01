#include "conformance/common/paths.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>
#include <system_error>
#include <vector>

#include "engine/loader/file.h"
#include "engine/values/errors.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view temporary_prefix = ".etalon-";

// The folders that contain data/ and scripts/: the source tree first, then the installation.
const std::vector<fs::path>& homes() {
  static const std::vector<fs::path> folders = {ETALON_SOURCE_DIR, ETALON_SHARE_DIR};
  return folders;
}

}  // namespace

fs::path data_folder() {
  if (const char* set = std::getenv("ETALON_DATA"); set != nullptr && *set != '\0') {
    if (!fs::is_directory(set)) throw InvalidInput("ETALON_DATA: {} is not a folder", set);
    return set;
  }
  for (const fs::path& home : homes()) {
    if (fs::is_directory(home / "data")) return home / "data";
  }
  throw InvalidInput("the data folder is not found; set ETALON_DATA to it");
}

fs::path downloads_folder() { return data_folder() / "downloads"; }

fs::path own_cases_folder() { return data_folder() / "cases"; }

fs::path script(const std::string& name) {
  for (const fs::path& home : homes()) {
    if (fs::is_regular_file(home / "scripts" / name)) return home / "scripts" / name;
  }
  throw InvalidInput("scripts/{} is not found", name);
}

std::string file_text(const fs::path& file) {
  const Contents contents = read_file(file);
  return {contents.begin(), contents.end()};
}

TemporaryFolder::TemporaryFolder(const fs::path& parent) {
  const fs::path within = parent.empty() ? fs::temp_directory_path() : parent;
  std::string name = (within / temporary_prefix).string() + "XXXXXX";
  if (mkdtemp(name.data()) == nullptr) {
    throw InvalidInput("{}: cannot create a folder here", within.string());
  }
  path_ = name;
}

bool TemporaryFolder::is_one(const fs::path& folder) {
  return folder.filename().native().starts_with(temporary_prefix) && fs::is_directory(folder);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace etalon
