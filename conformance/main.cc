#include <execinfo.h>

#include <iostream>
#include <limits>

#include "conformance/commands/commands.h"
#include "conformance/common/signals.h"
#include "conformance/common/system.h"
#include "conformance/run/process_limits.h"

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
  etalon::occupy_standard_descriptors();
  etalon::hold_signals();
  etalon::explain_termination();
  void* frame = nullptr;
  ::backtrace(&frame,
              1);  // loads, while there is memory, what the C library passes exceptions on by
  etalon::keep_freed_blocks(std::numeric_limits<uint64_t>::max());
  etalon::extend_heap(size_t{32} << 20);
  etalon::end_on_signals();
  return etalon::run_command_line({argv + 1, argv + argc}, std::cout, std::cerr);
}
