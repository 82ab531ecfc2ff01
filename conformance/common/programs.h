// Running programs that are not judged.
#pragma once

#include <string>
#include <vector>

namespace etalon {

constexpr int program_not_started = 127;

// Runs a program found in PATH, with this process' output, and returns its exit code;
// program_not_started when it does not start or is killed.
int run_program(std::vector<std::string> words);

}  // namespace etalon
