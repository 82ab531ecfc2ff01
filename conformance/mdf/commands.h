// etalon-mdf, which `etalon mdf` becomes.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace etalon {

// The whole program: `words` without the program's name. Returns the exit code.
int run_mdf_commands(const std::vector<std::string>& words, std::ostream& out, std::ostream& err);

}  // namespace etalon
