// The command line of etalon-mdf, in this process.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "conformance/mdf/commands.h"
#include "conformance/tests/conformance/support.h"

namespace etalon::test {

inline Outcome mdf_command(const std::vector<std::string>& words) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = run_mdf_commands(words, out, err);
  return {code, out.str(), err.str()};
}

}  // namespace etalon::test
