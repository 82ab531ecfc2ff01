#include "conformance/run/bus_error.h"

#include <signal.h>
#include <unistd.h>

#include <string_view>

namespace etalon {

namespace {

constexpr int bad_input = 3;

struct sigaction before;

// Uses system calls only. Of other bus errors, as those of faulty memory, the process dies when it
// repeats the access.
void report_bus_error(int, siginfo_t* information, void*) {
  if (information->si_code != BUS_ADRERR) {
    signal(SIGBUS, SIG_DFL);
    return;
  }
  constexpr std::string_view sentence =
      "etalon: a model or a file of its external data became shorter while it was in use\n";
  const ssize_t written = write(STDERR_FILENO, sentence.data(), sentence.size());
  static_cast<void>(written);
  _exit(bad_input);
}

}  // namespace

BusErrorSentence::BusErrorSentence() {
  struct sigaction action {};
  action.sa_sigaction = report_bus_error;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &before);
}

BusErrorSentence::~BusErrorSentence() { sigaction(SIGBUS, &before, nullptr); }

}  // namespace etalon
