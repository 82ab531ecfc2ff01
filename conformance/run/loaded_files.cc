#include "conformance/run/loaded_files.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <tuple>
#include <vector>

#include "conformance/cases/checksum.h"
#include "conformance/common/text_lines.h"
#include "engine/values/errors.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Where a symbolic link of /proc leads; empty where it may not be read.
std::string link_of(const fs::path& link) {
  std::error_code problem;
  return fs::read_symlink(link, problem).string();
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code problem;
  std::vector<fs::path> entries;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    entries.push_back(entry->path());
  }
  return entries;
}

void add_descendants(pid_t pid, std::vector<pid_t>& all) {
  for (const fs::path& thread : entries_of(fmt::format("/proc/{}/task", pid))) {
    std::istringstream children(text_of(thread / "children"));
    for (pid_t child = 0; children >> child;) {
      all.push_back(child);
      add_descendants(child, all);
    }
  }
}

// Programs that read what they run from files that they do not map.
bool is_interpreter(const std::string& program) {
  constexpr std::array names = {"python", "pypy", "perl", "ruby", "node",  "java",
                                "lua",    "php",  "Rsc",  "R",    "julia", "deno"};
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return program.starts_with(name) && (name != "R" || program == name);
  });
}

// True if programs that the process started have ended: their page faults are counted.
bool has_ended_children(const fs::path& process) {
  const std::string text = text_of(process / "stat");  // "PID (NAME) STATE PPID …"
  std::istringstream fields(text.substr(std::min(text.rfind(')') + 1, text.size())));
  constexpr int position = 9;  // of cminflt, from STATE
  std::string field;
  for (int i = 0; i < position; ++i) fields >> field;
  return field != "0";
}

// True if a socket that is not `channel`, or a named pipe, leads out of the process.
bool speaks_to_others(const fs::path& process, ino_t channel) {
  const std::string own = fmt::format("socket:[{}]", channel);
  for (const fs::path& entry : entries_of(process / "fd")) {
    const std::string link = link_of(entry);
    std::error_code problem;
    if (link.starts_with("socket:") && link != own) return true;
    if (link.starts_with('/') && fs::is_fifo(link, problem)) return true;
  }
  return false;
}

// The files of one process.
class ProcessFiles {
 public:
  ProcessFiles(pid_t pid, MappedFiles& into) : folder_(fmt::format("/proc/{}", pid)), into_(into) {}

  void add(bool says, ino_t channel) {
    const std::string program = link_of(folder_ / "exe");
    if (program.empty()) {
      if (fs::exists(folder_ / "maps"))
        refuse("the files of one of its processes cannot be listed");
      return;  // it has ended
    }
    const std::string name = fs::path(program).filename().string();
    for (const char* place : {"root", "ns/mnt"}) {
      if (link_of(folder_ / place) != link_of(fs::path("/proc/self") / place)) {
        return refuse(fmt::format("{} runs in another file system", name));
      }
    }
    if (!says && is_interpreter(name)) {
      refuse(fmt::format("{} does not say which files it loaded", name));
    }
    if (!says && has_ended_children(folder_)) {
      refuse(
          fmt::format("{} does not say which files it loaded, and has started programs that "
                      "have ended",
                      name));
    }
    // Of an interpreter that says its files, a socket is its own affair: runtimes send telemetry.
    if (!(says && is_interpreter(name)) && speaks_to_others(folder_, channel)) {
      refuse(fmt::format("{} is connected to another process, whose files are not known", name));
    }
    add_mapped();
    add_named();
  }

 private:
  void refuse(const std::string& why) {
    if (into_.unknown.empty()) into_.unknown = why;
  }

  void add_mapped() {
    constexpr std::string_view deleted = " (deleted)";
    for (const std::string& line : text_lines(text_of(folder_ / "maps"))) {
      const size_t begin = line.find('/');
      const std::string_view permissions = std::string_view(line).substr(line.find(' ') + 1, 4);
      if (permissions == "rw-s") continue;  // what it writes, such as a database
      if (begin == std::string::npos || line.compare(begin, 5, "/dev/") == 0) continue;
      std::string file = line.substr(begin);
      if (!file.ends_with(deleted)) {
        into_.files.insert(std::move(file));
        continue;
      }
      // A file that is no more was made for this process; one in its place has other bytes.
      file.resize(file.size() - deleted.size());
      std::error_code problem;
      if (fs::exists(file, problem)) refuse(fmt::format("{} was replaced while it ran", file));
    }
  }

  void add_named() {
    const fs::path folder = link_of(folder_ / "cwd");
    std::istringstream words(text_of(folder_ / "cmdline"));
    std::error_code problem;
    for (std::string word; std::getline(words, word, '\0');) {
      const fs::path file = folder / word;
      if (!word.empty() && fs::is_regular_file(file, problem)) {
        into_.files.insert(file.lexically_normal().string());
      }
    }
  }

  fs::path folder_;
  MappedFiles& into_;
};

}  // namespace

std::string digest_of_file(const std::string& file) {
  using Stamp = std::tuple<ino_t, off_t, time_t, long>;
  static std::map<std::string, std::pair<Stamp, std::string>> known;
  struct stat now {};
  if (stat(file.c_str(), &now) != 0 || !S_ISREG(now.st_mode)) return "";
  const Stamp stamp = {now.st_ino, now.st_size, now.st_mtim.tv_sec, now.st_mtim.tv_nsec};
  const auto found = known.find(file);
  if (found != known.end() && found->second.first == stamp) return found->second.second;
  try {
    std::string digest = sha256(file);
    known[file] = {stamp, digest};
    return digest;
  } catch (const InvalidInput&) {
    return "";
  }
}

MappedFiles files_of_descendants(pid_t ancestor, bool says, ino_t channel) {
  MappedFiles found;
  std::vector<pid_t> all;
  add_descendants(ancestor, all);
  for (const pid_t pid : all) ProcessFiles(pid, found).add(says, channel);
  if (all.empty()) found.unknown = "its processes are not listed in /proc";
  return found;
}

}  // namespace etalon
