// SpaceToDepth: [n, c, h, w] → [n, c · blocksize², h / blocksize, w / blocksize]: blocks of pixels
// become channels; the inverse of DepthToSpace.
//   1, 13     a channel is (row in block, column in block, depth): mode DCR; 13: bfloat16
//   28        mode CRD: a channel is (depth, row in block, column in block)
#include "engine/numerics/numerics.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

Tensor space_to_depth(const Tensor& input, int64_t blocksize, std::string_view mode) {
  if (input.rank() != 4) throw InvalidInput("input's shape is {}", to_string(input.shape()));
  const size_t n = input.dim(0), c = input.dim(1), h = input.dim(2), w = input.dim(3);
  const auto s = static_cast<size_t>(blocksize);
  if (blocksize < 1 || h % s != 0 || w % s != 0) {
    throw InvalidInput("blocksize {} does not divide {} by {} pixels", blocksize, h, w);
  }
  element_count({s, s, c});
  const Tensor blocks = input.reshaped({n, c, h / s, s, w / s, s});
  const Tensor tmp = mode == "DCR" ? transposed(blocks, {0, 3, 5, 1, 2, 4})
                                   : transposed(blocks, {0, 1, 3, 5, 2, 4});
  return tmp.reshaped({n, c * s * s, h / s, w / s});
}

Values space_to_depth_1(const Call& call) {
  return {space_to_depth(call.tensor("input"), call.integer("blocksize"), "DCR")};
}

Values space_to_depth_28(const Call& call) {
  const std::string& mode = call.text("mode");
  if (mode != "DCR" && mode != "CRD") throw InvalidInput("mode is {}", in_quotes(mode));
  return {space_to_depth(call.tensor("input"), call.integer("blocksize"), mode)};
}

const Operator op("SpaceToDepth", {{space_to_depth_1, {1, 13}}, {space_to_depth_28, {28}}});

}  // namespace
}  // namespace etalon
