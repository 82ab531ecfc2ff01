#include "conformance/common/system.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <new>
#include <string_view>
#include <system_error>
#include <thread>

#include "engine/loader/leftovers.h"
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

void say_at_end(std::string_view sentence) {
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, sentence.data(), sentence.size());
}

[[noreturn]] void end_for_lack(std::string_view sentence) {
  constexpr int exit_invalid = 3;  // as where a command finds that out itself
  say_at_end(sentence);
  remove_leftovers();
  ::_exit(exit_invalid);
}

// Allocates nothing. Without memory even for an exception, there is none at the moment.
[[noreturn]] void explain_and_end() {
  static std::atomic<bool> ending = false;
  if (ending.exchange(true)) ::_exit(3);  // while it ended, the same happened
  const std::exception_ptr problem = std::current_exception();
  try {
    if (!problem) throw std::bad_alloc();
    throw;
  } catch (const std::bad_alloc&) {
    end_for_lack(
        "etalon: there is not enough memory: the system gives no more (see ulimit -v, and the "
        "machine's)\n");
  } catch (const std::system_error& error) {
    const bool lacks = error.code() == std::errc::resource_unavailable_try_again ||
                       error.code() == std::errc::not_enough_memory;
    if (lacks) {
      end_for_lack(
          "etalon: there is not enough memory: the system starts no thread (see ulimit -v and "
          "ulimit -u)\n");
    }
    say_at_end("etalon: internal error: a function of the system failed\n");
  } catch (const std::exception& error) {
    say_at_end("etalon: internal error: ");
    say_at_end(error.what());
    say_at_end("\n");
  } catch (...) {
    say_at_end("etalon: internal error: an exception of an unknown type\n");
  }
  std::abort();
}

}  // namespace

void explain_termination() { std::set_terminate(explain_and_end); }

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
