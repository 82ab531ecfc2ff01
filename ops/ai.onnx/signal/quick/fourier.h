// DFT and STFT by fast transforms, or short ones as matrix products with the roots of unity, with
// bins that these leave open decided one by one; where bounds are wanted, with the bounds of a fast
// transform.
#pragma once

#include <optional>

#include "engine/operators/rooms.h"

namespace etalon {

std::optional<Values> dft_quickly(const Call& call);
std::optional<Values> stft_quickly(const Call& call);

}  // namespace etalon
