#include "conformance/common/paths.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>
#include <set>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/loader/file.h"
#include "engine/values/errors.h"
#include "engine/values/utf8.h"

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

fs::path program_folder() {
  std::error_code unknown;
  return fs::read_symlink("/proc/self/exe", unknown).parent_path();
}

std::optional<Home>& home() {
  static std::optional<Home> found = home_of(program_folder());
  return found;
}

// An environment variable's value; empty when it is not set.
fs::path environment_path(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

FileDescriptor open_folder(const fs::path& folder) {
  return FileDescriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// True if this descriptor is the folder that has the name now.
bool is_at(const FileDescriptor& descriptor, const fs::path& folder) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(descriptor.get(), &opened) == 0 && ::lstat(folder.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

bool is_mine(const FileDescriptor& descriptor) {
  struct stat opened {};
  return ::fstat(descriptor.get(), &opened) == 0 && opened.st_uid == ::geteuid();
}

// The temporary folders in a folder; none if it cannot be listed.
std::vector<fs::path> temporary_folders(const fs::path& parent) {
  std::vector<fs::path> folders;
  std::error_code problem;
  fs::directory_iterator entry(parent, problem);
  for (; !problem && entry != fs::directory_iterator(); entry.increment(problem)) {
    if (entry->path().filename().native().starts_with(temporary_prefix)) {
      folders.push_back(entry->path());
    }
  }
  return folders;
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

fs::path program_file(const std::string& name) {
  std::vector<fs::path> folders = {program_folder()};
  if (home() && home()->installed) folders.push_back(home()->folder / "../../bin");
  std::istringstream path(environment_path("PATH").string());
  for (std::string folder; std::getline(path, folder, ':');) folders.emplace_back(folder);
  for (const fs::path& folder : folders) {
    const fs::path file = folder / name;
    if (is_file(file) && ::access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

fs::path script(const std::string& name) {
  const fs::path file = home() ? home()->folder / "scripts" / name : fs::path();
  if (is_file(file)) return file;
  throw InvalidInput("scripts/{} is not found", name);
}

std::string python_program() {
  const char* set = std::getenv("ETALON_PYTHON");
  return set != nullptr && *set != '\0' ? set : "python3";
}

fs::path temporary_parent() {
  const fs::path set = environment_path("TMPDIR");
  if (set.empty()) return "/tmp";
  std::error_code problem;
  if (fs::is_directory(set, problem)) return set;
  throw InvalidInput("TMPDIR: {} is not a folder{}", in_quotes(set.string()),
                     problem ? ": " + problem.message() : "");
}

fs::path end_of_links(fs::path file) {
  constexpr int most = 40;  // as the system follows
  std::error_code ignored;
  for (int i = 0; i < most && fs::is_symlink(file, ignored); ++i) {
    file = file.parent_path() / fs::read_symlink(file, ignored);
  }
  return file;
}

std::string file_text(const fs::path& file) {
  const Contents contents = read_file(file);
  return {contents.begin(), contents.end()};
}

TemporaryFolder::TemporaryFolder(const fs::path& parent) : TemporaryFolder(parent, Together()) {}

TemporaryFolder::TemporaryFolder(const fs::path& parent, const Together&)
    : TemporaryFolder(fresh(parent)) {}

TemporaryFolder::TemporaryFolder(Locked made)
    : lock_(std::move(made.lock)), folder_(std::move(made.path)) {}

// Another process may take the folder for an abandoned one before it is locked; then it is made
// again.
TemporaryFolder::Locked TemporaryFolder::fresh(const fs::path& parent) {
  const fs::path within = parent.empty() ? temporary_parent() : parent;
  remove_abandoned(within);
  for (;;) {
    std::string name = (within / temporary_prefix).string() + "XXXXXX";
    if (mkdtemp(name.data()) == nullptr) {
      throw InvalidInput("cannot make a temporary folder in {}: {}{}", in_quotes(within.string()),
                         system_message(errno),
                         parent.empty() ? "; TMPDIR names another place" : "");
    }
    FileDescriptor lock = open_folder(name);
    if (!lock.valid() && errno != ENOENT) return {name, std::move(lock)};
    while (::flock(lock.get(), LOCK_EX) != 0 && errno == EINTR) continue;
    if (is_at(lock, name)) return {name, std::move(lock)};
  }
}

void TemporaryFolder::remove_abandoned(const fs::path& parent) {
  static std::mutex guard;
  static std::set<fs::path> tidied;  // a process looks once
  {
    const std::lock_guard lock(guard);
    if (!tidied.insert(parent).second) return;
  }
  for (const fs::path& folder : temporary_folders(parent)) {
    const FileDescriptor lock = open_folder(folder);
    if (!lock.valid() || !is_mine(lock) || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) continue;
    std::error_code ignored;
    if (is_at(lock, folder)) fs::remove_all(folder, ignored);
  }
}

bool TemporaryFolder::is_one(const fs::path& folder) {
  return folder.filename().native().starts_with(temporary_prefix) && fs::is_directory(folder);
}

TemporaryFolder::~TemporaryFolder() { remove_folder(path()); }

}  // namespace etalon
