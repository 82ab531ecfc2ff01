#include "conformance/common/signals.h"

#include <signal.h>
#include <sys/eventfd.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <set>
#include <thread>

#include "engine/loader/leftovers.h"
#include "engine/values/errors.h"

namespace etalon {

namespace {

constexpr std::array<int, 4> handled = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
constexpr int nobody = -1;

// The descriptor of the StopRequest that waits for a signal, and the signal that it got.
std::atomic<int> listener = nobody;
std::atomic<int> arrived = 0;

std::atomic<bool> begun = false;

std::mutex words_guard;
std::function<void(int)> words;

void say_last_words(int number) {
  const std::lock_guard lock(words_guard);
  try {
    if (words) words(number);
  } catch (const std::exception&) {
    // What cannot be said is left out: the program ends.
  }
}

std::mutex children_guard;

std::set<pid_t>& children() {
  static std::set<pid_t> pids;
  return pids;
}

void stop_children() {
  const std::lock_guard lock(children_guard);
  for (const pid_t child : children()) ::kill(child, SIGSTOP);
}

[[noreturn]] void end_program(int number) {
  const std::string sentence = "etalon: stopped by " + signal_name(number) + "\n";
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, sentence.data(), sentence.size());
  say_last_words(number);
  stop_children();
  remove_leftovers();
  ::_exit(exit_code_of_signal(number));
}

// True if a StopRequest takes the signal.
bool reported(int number) {
  const int descriptor = listener.exchange(nobody);
  if (descriptor == nobody) return false;
  arrived = number;
  const uint64_t one = 1;
  return ::write(descriptor, &one, sizeof one) == sizeof one;
}

[[noreturn]] void wait_for_signals(sigset_t signals) {
  using Clock = std::chrono::steady_clock;
  constexpr auto one_request = std::chrono::seconds(1);
  std::optional<Clock::time_point> first;
  for (;;) {
    int number = 0;
    if (sigwait(&signals, &number) != 0) continue;
    begun.wait(false);
    if (reported(number)) {
      first = Clock::now();
    } else if (!first || Clock::now() - *first > one_request) {
      end_program(number);
    }
  }
}

sigset_t handled_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : handled) sigaddset(&signals, number);
  return signals;
}

}  // namespace

void hold_signals() {
  begun = false;
  const sigset_t signals = handled_signals();
  sigprocmask(SIG_BLOCK, &signals, nullptr);
}

void end_on_signals() {
  ::signal(SIGALRM, SIG_DFL);  // nobody else's to ignore
  sigset_t signals = handled_signals();
  sigset_t ignored;
  sigemptyset(&ignored);
  for (const int number : handled) {
    struct sigaction before = {};
    sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_IGN) continue;
    sigdelset(&signals, number);
    sigaddset(&ignored, number);
  }
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  pthread_sigmask(SIG_UNBLOCK, &ignored, nullptr);
  std::thread(wait_for_signals, signals).detach();
}

void command_begins() {
  begun = true;
  begun.notify_all();
}

void end_after(double seconds) {
  itimerval once = {};
  once.it_value.tv_sec = static_cast<time_t>(seconds);
  const double rest = seconds - static_cast<double>(once.it_value.tv_sec);
  constexpr double micro = 1e6;
  once.it_value.tv_usec = static_cast<suseconds_t>(rest * micro);
  if (once.it_value.tv_sec == 0)
    once.it_value.tv_usec = std::max<suseconds_t>(once.it_value.tv_usec, 1);
  setitimer(ITIMER_REAL, &once, nullptr);
}

LastWords::LastWords(std::function<void(int)> say) {
  const std::lock_guard lock(words_guard);
  words = std::move(say);
}

LastWords::~LastWords() {
  const std::lock_guard lock(words_guard);
  words = nullptr;
}

StopsFirst::StopsFirst(pid_t child) : child_(child) {
  const std::lock_guard lock(children_guard);
  children().insert(child_);
}

StopsFirst::~StopsFirst() {
  const std::lock_guard lock(children_guard);
  children().erase(child_);
}

void accept_signals() {
  const sigset_t signals = handled_signals();
  sigprocmask(SIG_UNBLOCK, &signals, nullptr);
}

StopRequest::StopRequest() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!event_.valid()) throw InternalError("cannot wait for signals: {}", system_message(errno));
  arrived = 0;
  listener = event_.get();
}

StopRequest::~StopRequest() { listener = nobody; }

std::optional<int> StopRequest::signal() {
  const int number = arrived;
  return number == 0 ? std::nullopt : std::optional(number);
}

std::string signal_name(int number) {
  if (number == SIGALRM) return "--timeout";
  const char* name = sigabbrev_np(number);
  return name == nullptr ? "signal " + std::to_string(number) : std::string("SIG") + name;
}

int exit_code_of_signal(int number) {
  constexpr int by_signal = 128;
  constexpr int by_timeout = 124;
  return number == SIGALRM ? by_timeout : by_signal + number;
}

}  // namespace etalon
