// The outcome of a case.
#pragma once

#include <string_view>

#include "engine/values/errors.h"

namespace etalon {

// When another runtime is judged, "Etalon" below is that runtime.
enum class Status {
  pass,
  fail,         // outputs differ: values, shape, type or count
  unsupported,  // Etalon does not implement something the case needs
  invalid,      // the model or inputs were refused, or the specification does not say
  error,        // an error that is a defect of Etalon
  crash,        // the process died
  timeout,
  erratum,      // differs from an official expectation known to be wrong
  statistical,  // random outputs, of the right type, shape, range and distribution
  open,         // differs where the specification leaves a choice, and within that choice
  xfail,        // fails, and is known to fail
  xpass,        // passes, although it is known to fail
};
inline constexpr int status_count = 12;
std::string_view to_string(Status status);
// True for pass, statistical, open, erratum and xfail: nothing unexpected happened.
bool as_expected(Status status);

// The status with this name. Throws InvalidInput when there is none.
Status status_named(std::string_view name);
// The outcome of a case that ends with an error of this kind.
Status status_of(ErrorKind kind);

}  // namespace etalon
