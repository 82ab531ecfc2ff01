#include <iostream>
#include <limits>

#include "conformance/commands/commands.h"
#include "conformance/common/signals.h"
#include "conformance/run/process_limits.h"

int main(int argc, char** argv) {
  etalon::keep_freed_blocks(std::numeric_limits<uint64_t>::max());
  etalon::extend_heap(size_t{32} << 20);
  etalon::end_on_signals();
  return etalon::run_command_line({argv + 1, argv + argc}, std::cout, std::cerr);
}
