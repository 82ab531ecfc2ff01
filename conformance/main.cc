#include <malloc.h>

#include <iostream>

#include "conformance/commands/commands.h"
#include "conformance/common/signals.h"

int main(int argc, char** argv) {
  // Freed memory of tensors is reused, instead of being returned to the system and cleared again.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  etalon::end_on_signals();
  return etalon::run_command_line({argv + 1, argv + argc}, std::cout, std::cerr);
}
