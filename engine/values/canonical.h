// The NaN that computing gives.
#pragma once

#include <limits>

namespace etalon {

// The value; any NaN becomes the quiet NaN without sign and payload.
template <class T>
T canonical(T value) {
  return value != value ? std::numeric_limits<T>::quiet_NaN() : value;
}

}  // namespace etalon
