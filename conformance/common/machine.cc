#include "conformance/common/machine.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <ctime>
#include <fstream>
#include <thread>

namespace etalon {

namespace {

// The first "model name" of /proc/cpuinfo; empty if there is none.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "";
}

}  // namespace

std::string machine_text() {
  std::string text;
  utsname system{};
  if (uname(&system) == 0) {
    text = fmt::format("{} {} {}, ", system.sysname, system.release, system.machine);
  }
  const std::string name = processor();
  if (!name.empty()) text += name + ", ";
  const unsigned cores = std::thread::hardware_concurrency();
  return fmt::format("{}{} core{}", text, cores, cores == 1 ? "" : "s");
}

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace etalon
