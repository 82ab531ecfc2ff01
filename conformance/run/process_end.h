// Text about how a process ended.
#pragma once

#include <string>
#include <string_view>

namespace etalon {

// The text for a status of waitpid: "killed by signal 11 (Segmentation fault)", "exited with code
// 3".
std::string exit_text(int status);

// The most informative line of a process's standard error: the message of a sanitizer or of the C++
// runtime, the end of a Python traceback, else the first line. Without escape sequences.
std::string key_line(std::string_view text);

// Text of another program as one line, without escape sequences: control characters and runs of
// blanks become one blank; the middle of a text longer than `longest` bytes is left out.
std::string one_line(std::string_view text, size_t longest = 500);

// The text without a terminal's escape sequences, each of which goes as a whole: "\x1b[33m", links
// and titles ("\x1b]0;…\a"), what C1 controls begin; and "[33m" that has lost its escape character.
std::string without_escapes(std::string_view text);

}  // namespace etalon
