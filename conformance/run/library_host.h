// A shared library with the interface of etalon_backend.h, behind the protocol of
// conformance/BACKENDS.md.
#pragma once

#include <string>

namespace etalon {

// The file of "so:FILE"; empty for another command.
std::string library_of(const std::string& command);

// Answers requests on standard input by the library, until standard input ends; replies go to
// standard output, all that the library prints to standard error. To be called in a process of its
// own: the library may end it.
void serve_library(const std::string& file);

}  // namespace etalon
