// Text about how a process ended.
#pragma once

#include <string>
#include <string_view>

namespace etalon {

// The text for a status of waitpid: "killed by signal 11 (Segmentation fault)", "exited with code
// 3".
std::string exit_text(int status);

// The most informative line of a process's standard error: the message of a sanitizer or of the C++
// runtime, the end of a Python traceback, else the first line.
std::string key_line(std::string_view text);

// Text of another program as one line: control characters and runs of blanks become one blank; the
// middle of a text longer than `longest` bytes is left out.
std::string one_line(std::string_view text, size_t longest = 500);

}  // namespace etalon
