#include "conformance/common/paths.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>
#include <system_error>

#include "engine/loader/file.h"
#include "engine/values/errors.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view temporary_prefix = ".etalon-";

// True for a file that can be seen; never throws.
bool is_file(const fs::path& path) {
  std::error_code hidden;
  return fs::is_regular_file(path, hidden);
}

bool is_home(const fs::path& folder) { return is_file(folder / "data" / "corpora.json"); }

bool is_source_tree(const fs::path& folder) {
  return is_home(folder) && is_file(folder / "CMakeLists.txt");
}

std::optional<Home>& home() {
  static std::optional<Home> found = [] {
    std::error_code unknown;
    return home_of(fs::read_symlink("/proc/self/exe", unknown).parent_path());
  }();
  return found;
}

// An environment variable's value; empty when it is not set.
fs::path environment_path(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

fs::path fresh_folder(const fs::path& parent) {
  const fs::path within = parent.empty() ? fs::temp_directory_path() : parent;
  std::string name = (within / temporary_prefix).string() + "XXXXXX";
  if (mkdtemp(name.data()) == nullptr) {
    throw InvalidInput("{}: cannot create a folder here", within.string());
  }
  return name;
}

}  // namespace

std::optional<Home> home_of(const fs::path& program_folder) {
  if (program_folder.empty()) return std::nullopt;
  const fs::path share = (program_folder / ETALON_SHARE).lexically_normal();
  if (is_home(share)) return Home{share, true};
  for (fs::path folder = program_folder;; folder = folder.parent_path()) {
    if (is_source_tree(folder)) return Home{folder, false};
    if (folder == folder.parent_path()) break;
  }
  const fs::path source = program_folder / "source";
  if (is_source_tree(source)) return Home{fs::canonical(source), false};
  return std::nullopt;
}

void set_home(const fs::path& folder) { home() = Home{folder, true}; }

fs::path data_folder() {
  if (const fs::path set = environment_path("ETALON_DATA"); !set.empty()) {
    if (!fs::is_directory(set)) throw InvalidInput("ETALON_DATA: {} is not a folder", set.string());
    return set;
  }
  if (home()) return home()->folder / "data";
  throw InvalidInput("the data folder is not found; set ETALON_DATA to it");
}

fs::path downloads_folder() {
  const bool chosen = !environment_path("ETALON_DATA").empty();
  if (!chosen && home() && home()->installed) {
    if (const fs::path cache = cache_folder(); !cache.empty()) return cache / "downloads";
  }
  return data_folder() / "downloads";
}

fs::path cache_folder() {
  // A relative path in XDG_CACHE_HOME is invalid by its specification, and is ignored.
  if (const fs::path set = environment_path("XDG_CACHE_HOME"); set.is_absolute()) {
    return set / "etalon";
  }
  const fs::path user = environment_path("HOME");
  return user.is_absolute() ? user / ".cache" / "etalon" : fs::path();
}

fs::path sources_folder() {
  if (!home()) return {};
  return home()->installed ? home()->folder / "source" : home()->folder;
}

fs::path own_cases_folder() { return data_folder() / "cases"; }

fs::path script(const std::string& name) {
  const fs::path file = home() ? home()->folder / "scripts" / name : fs::path();
  if (is_file(file)) return file;
  throw InvalidInput("scripts/{} is not found", name);
}

std::string python_program() {
  const char* set = std::getenv("ETALON_PYTHON");
  return set != nullptr && *set != '\0' ? set : "python3";
}

std::string file_text(const fs::path& file) {
  const Contents contents = read_file(file);
  return {contents.begin(), contents.end()};
}

TemporaryFolder::TemporaryFolder(const fs::path& parent) : TemporaryFolder(parent, Together()) {}

TemporaryFolder::TemporaryFolder(const fs::path& parent, const Together&)
    : folder_(fresh_folder(parent)) {}

bool TemporaryFolder::is_one(const fs::path& folder) {
  return folder.filename().native().starts_with(temporary_prefix) && fs::is_directory(folder);
}

TemporaryFolder::~TemporaryFolder() { remove_folder(path()); }

}  // namespace etalon
