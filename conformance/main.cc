#include <iostream>

#include "conformance/commands/commands.h"
#include "conformance/common/signals.h"
#include "conformance/common/system.h"

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
namespace {

// Before the libraries' objects are made, which takes a part of the time that a short run takes.
void before_all(int, char**, char**) {
  etalon::hold_signals();
  etalon::explain_termination();
}
[[gnu::section(".preinit_array"), gnu::used]] void (*const first)(int, char**, char**) = before_all;

}  // namespace
#endif

int main(int argc, char** argv) {
  etalon::begin_program();
  return etalon::run_command_line({argv + 1, argv + argc}, std::cout, std::cerr);
}
