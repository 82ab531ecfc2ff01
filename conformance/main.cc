#include <iostream>

#include "conformance/commands/commands.h"

int main(int argc, char** argv) {
  return etalon::run_command_line({argv + 1, argv + argc}, std::cout, std::cerr);
}
