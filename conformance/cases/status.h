// What a case ends in.
#pragma once

#include <string_view>

#include "engine/values/errors.h"

namespace etalon {

// What a case ends in. With another runtime, "Etalon" below is that runtime.
enum class Status {
  pass,
  fail,         // outputs differ: values, shape, type or count
  unsupported,  // Etalon does not implement something the case needs
  invalid,      // the model or inputs were refused, or the specification does not say
  error,        // a defect of Etalon showed itself as an error
  crash,        // the process died
  timeout,
  erratum,      // differs from an official expectation known to be wrong
  statistical,  // random outputs, of the right type, shape, range and distribution
  xfail,        // fails, as known
  xpass,        // passes, though known to fail
};
inline constexpr int status_count = 11;
std::string_view to_string(Status status);
// True for what a sound run of a sound engine may end with.
bool as_expected(Status status);

// The status of this name. Throws InvalidInput when there is none.
Status status_named(std::string_view name);
// The outcome that an error of this kind is.
Status status_of(ErrorKind kind);

}  // namespace etalon
