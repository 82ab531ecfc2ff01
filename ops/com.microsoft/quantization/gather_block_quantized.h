// GatherBlockQuantized's operands.
#pragma once

#include "ops/com.microsoft/quantization/packed.h"

namespace etalon {

// data, a byte's numbers being apart; and which of its entries are gathered along `axis`, 0 in
// place of an index outside.
struct BlockQuantized {
  explicit BlockQuantized(const Call& call);
  // The scale, or zero point, of each gathered element.
  Tensor spread(const Tensor& X) const;
  // zero_points, or what they are where they are left out; and whether indices are in range.
  Tensor zero_points(const Call& call) const;
  Bools inside(const Call& call) const;

  Tensor data;
  size_t bits = 8;  // of a number in a byte
  size_t axis, quantize_axis, block_size;
  std::vector<size_t> entries;
};

}  // namespace etalon
