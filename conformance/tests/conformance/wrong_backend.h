// The runtime with faults, conformance/tests/data/wrong_backend.py.
#pragma once

#include <string>

namespace etalon::test {

// Its command, with these options: "--swap Sinh=Cosh".
std::string wrong_backend(const std::string& wishes);

}  // namespace etalon::test
