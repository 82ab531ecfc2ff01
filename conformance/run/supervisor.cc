#include "conformance/run/supervisor.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "conformance/common/signals.h"

namespace etalon {

namespace {

// Kills the processes that the kernel lists as this one's children: numbers with a space after
// each.
void kill_children() {
  const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  std::array<char, 1 << 12> text;
  pid_t pid = 0;
  for (ssize_t got = 0; (got = read(file, text.data(), text.size())) > 0;) {
    for (ssize_t i = 0; i < got; ++i) {
      const char c = text[static_cast<size_t>(i)];
      if (c >= '0' && c <= '9') {
        pid = pid * 10 + (c - '0');
      } else if (pid > 0) {
        kill(pid, SIGKILL);
        pid = 0;
      }
    }
  }
  close(file);
}

// Processes whose parent has ended become children of this one, so the last round finds none.
void kill_descendants(pid_t main, int& status) {
  const timespec moment{0, 1'000'000};
  kill(-main, SIGKILL);
  for (;;) {
    kill_children();
    int ended = 0;
    const pid_t pid = waitpid(-1, &ended, WNOHANG);
    if (pid == main) status = ended;
    if (pid < 0 && errno == ECHILD) return;
    if (pid == 0) nanosleep(&moment, nullptr);
  }
}

// True when the main process has ended.
bool reaped(pid_t main, int& status) {
  int ended = 0;
  for (pid_t pid = 0; (pid = waitpid(-1, &ended, WNOHANG)) > 0;) {
    if (pid != main) continue;
    status = ended;
    return true;
  }
  return false;
}

[[noreturn]] void end_as(int status) {
  if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  signal(WTERMSIG(status), SIG_DFL);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_UNBLOCK, &all, nullptr);
  raise(WTERMSIG(status));
  _exit(128 + WTERMSIG(status));
}

}  // namespace

pid_t fork_supervised(pid_t starter) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != starter) _exit(0);
  signal(SIGCHLD, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  // The starter decides what an interrupt of the terminal means.
  const auto interrupted = signal(SIGINT, SIG_IGN);
  const auto hung_up = signal(SIGHUP, SIG_IGN);
  sigset_t watched;
  sigset_t before;
  sigemptyset(&watched);
  sigaddset(&watched, SIGCHLD);
  sigaddset(&watched, SIGTERM);
  sigprocmask(SIG_BLOCK, &watched, &before);
  const pid_t main = fork();
  if (main == 0) {
    signal(SIGINT, interrupted);
    signal(SIGHUP, hung_up);
    sigprocmask(SIG_SETMASK, &before, nullptr);
    accept_signals();
    return 0;
  }
  if (main < 0) _exit(127);
  close_range(0, ~0U, 0);  // or the ends of the backend's pipes stay open here
  int status = 0;
  siginfo_t news;
  for (;;) {
    const int signal = sigwaitinfo(&watched, &news);
    if (signal == SIGTERM || (signal == SIGCHLD && reaped(main, status))) break;
  }
  kill_descendants(main, status);
  end_as(status);
}

}  // namespace etalon
