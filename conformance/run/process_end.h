// How a process went, for people.
#pragma once

#include <string>
#include <string_view>

namespace etalon {

// Of a status of waitpid: "killed by signal 11 (Segmentation fault)", "exited with code 3".
std::string exit_text(int status);

// The line of a process's standard error that tells most: a sanitizer's or the runtime's verdict,
// the end of a Python traceback, else the first line.
std::string key_line(std::string_view text);

// Text of another program as one line: control characters and runs of blanks become one blank, and
// what is longer than `longest` bytes loses its middle.
std::string one_line(std::string_view text, size_t longest = 500);

}  // namespace etalon
