// What the bitwise operators share.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// As numeric(), for integer types alone.
template <class F>
decltype(auto) integral(DType type, F&& f) {
  return is_signed_integer(type) ? f.template operator()<int64_t>()
                                 : f.template operator()<uint64_t>();
}

}  // namespace etalon
