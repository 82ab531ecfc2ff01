// What is fuzzed: each format that Etalon reads from untrusted sources, and what it writes of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/fuzz/mutate.h"

namespace etalon::fuzz {

struct Target {
  std::string name;
  Form form;
  // Reads the input as a user's command would. An Error of Etalon is an answer, except for
  // InternalError; that one and every other exception leave the function and are findings.
  void (*run)(std::string_view input);
};

const std::vector<Target>& targets();

}  // namespace etalon::fuzz
