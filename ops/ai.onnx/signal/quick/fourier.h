// DFT and STFT as matrix products with the roots of unity, whose digits are decided bin by bin;
// within a RoundingScope, with the bounds of a fast transform.
#pragma once

#include <optional>

#include "engine/operators/rooms.h"

namespace etalon {

std::optional<Values> dft_by_products(const Call& call);
std::optional<Values> stft_by_products(const Call& call);

}  // namespace etalon
