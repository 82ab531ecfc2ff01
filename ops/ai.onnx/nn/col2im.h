// Col2Im: its inputs, and the window that its blocks make.
#pragma once

#include "engine/numerics/numerics.h"
#include "engine/numerics/window.h"

namespace etalon {

struct Blocks {
  Tensor columns;     // [N·C, |block|, L]
  Window window;      // its input is the image and its kernel the block; its outputs are the places
  Shape image_shape;  // without N and C
  Shape output_shape;  // with them
};

// Throws InvalidInput for inputs that do not fit.
inline Blocks blocks_of(const Call& call) {
  const Tensor& input = call.tensor("input");
  for (const std::string_view list : {"image_shape", "block_shape"}) {
    require_rank(list, call.tensor(list), 1);
    if (call.tensor(list).size() >= 2) continue;
    throw InvalidInput("{} has {} elements, fewer than 2", list, call.tensor(list).size());
  }
  const Shape image_shape = to_shape(call.tensor("image_shape").ints());
  const Shape block_shape = to_shape(call.tensor("block_shape").ints());
  if (block_shape.size() != image_shape.size()) {
    throw InvalidInput("image_shape has {} elements, block_shape {}", image_shape.size(),
                       block_shape.size());
  }
  const Window window = window_of(call, image_shape, block_shape);
  const size_t block = element_count(block_shape);
  const size_t L = element_count(output_shape(1, 1, window));
  if (input.rank() != 3 || input.dim(1) % block != 0 || input.dim(2) != L) {
    throw InvalidInput("input has the shape {}, not [N, C * {}, {}]", to_string(input.shape()),
                       block, L);
  }
  const size_t N = input.dim(0), C = input.dim(1) / block;
  Shape shape{N, C};
  shape.insert(shape.end(), image_shape.begin(), image_shape.end());
  return {input.reshaped({N * C, block, L}), window, image_shape, shape};
}

}  // namespace etalon
