#include "engine/values/machine.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

namespace etalon {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t unlimited = std::numeric_limits<uint64_t>::max();

// The number in a file; the greatest value for "max" and for a file that cannot be read.
uint64_t limit_in(const fs::path& file) {
  std::ifstream in(file);
  uint64_t bytes = 0;
  return in >> bytes ? bytes : unlimited;
}

// The least limit in the files `name` of a group, given as "/user/a", and of the groups around it.
uint64_t least_limit(const fs::path& root, fs::path group, const char* name) {
  uint64_t least = unlimited;
  for (;; group = group.parent_path()) {
    least = std::min(least, limit_in(root / group.relative_path() / name));
    if (!group.has_relative_path()) return least;
  }
}

// True if the list of controllers, "cpu,memory", has memory.
bool has_memory(const std::string& controllers) {
  return ("," + controllers + ",").find(",memory,") != std::string::npos;
}

}  // namespace

uint64_t control_group_memory(const fs::path& membership, const fs::path& mounted) {
  std::ifstream in(membership);
  uint64_t least = unlimited;
  // Each line is "ID:CONTROLLERS:GROUP". Version 2 has no controllers there.
  for (std::string line; std::getline(in, line);) {
    const size_t first = line.find(':');
    const size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
    if (controllers.empty()) least = std::min(least, least_limit(mounted, group, "memory.max"));
    if (has_memory(controllers)) {
      least = std::min(least, least_limit(mounted / "memory", group, "memory.limit_in_bytes"));
    }
  }
  return least;
}

uint64_t machine_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long bytes = sysconf(_SC_PAGESIZE);
  const uint64_t all = pages > 0 && bytes > 0
                           ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(bytes)
                           : unlimited;
  return std::min(all, control_group_memory("/proc/self/cgroup", "/sys/fs/cgroup"));
}

}  // namespace etalon
