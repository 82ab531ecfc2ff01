// Integers of 64 and 128 bits as FLINT's, whose limbs have 32 bits on some machines (WebAssembly).
#pragma once

#include <array>
#include <cstdint>

#include "engine/numerics/arb_ball.h"

namespace etalon {

// x = value.
template <class Unsigned>
void set_unsigned(fmpz_t x, Unsigned value) {
  std::array<ulong, sizeof(Unsigned) * 8 / FLINT_BITS> limbs;
  for (size_t i = 0; i < limbs.size(); ++i) limbs[i] = ulong(value >> i * FLINT_BITS);
  fmpz_set_ui_array(x, limbs.data(), slong(limbs.size()));
}

// x, which is from 0 to the type's greatest number.
template <class Unsigned>
Unsigned get_unsigned(const fmpz_t x) {
  std::array<ulong, sizeof(Unsigned) * 8 / FLINT_BITS> limbs;
  fmpz_get_ui_array(limbs.data(), slong(limbs.size()), x);
  Unsigned value = 0;
  for (size_t i = 0; i < limbs.size(); ++i) value |= Unsigned{limbs[i]} << i * FLINT_BITS;
  return value;
}

}  // namespace etalon
