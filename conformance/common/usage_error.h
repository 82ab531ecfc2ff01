// The error of a wrong command line: exit code 2.
#pragma once

#include <stdexcept>

namespace etalon {

class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace etalon
