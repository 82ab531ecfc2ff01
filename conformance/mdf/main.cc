#include <iostream>

#include "conformance/commands/commands.h"
#include "conformance/mdf/commands.h"

int main(int argc, char** argv) {
  etalon::begin_program();
  return etalon::run_mdf_commands({argv + 1, argv + argc}, std::cout, std::cerr);
}
