#include "conformance/common/system.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <fstream>
#include <thread>

#include "engine/values/errors.h"

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

int run_program(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawnattr_t attributes;  // signals reach the program although they are blocked here
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t pid = 0;
  const int problem =
      posix_spawnp(&pid, arguments[0], nullptr, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  if (problem != 0) return program_not_started;
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : program_not_started;
}

void occupy_standard_descriptors() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    // The lowest free number is this one. Opened for what it is not used for.
    const int mode = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (::open("/dev/null", mode) < 0) ::open("/", O_RDONLY | O_DIRECTORY);
  }
}

FileDescriptor above_standard(FileDescriptor descriptor) {
  if (!descriptor.valid() || descriptor.get() > STDERR_FILENO) return descriptor;
  FileDescriptor moved(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!moved.valid()) throw InternalError("cannot copy a descriptor: {}", system_message(errno));
  return moved;
}

}  // namespace etalon
