// SpaceToDepth: [n, c, h, w] → [n, c · s², h / s, w / s] with s = blocksize: blocks of s by s
// pixels become channels; the inverse of DepthToSpace.
//   1, 13     mode DCR: pixel (i, j) of the block goes to channel (i, j, depth); 13: bfloat16
//   28        mode CRD: to channel (depth, i, j)
#include "engine/formula.h"

namespace etalon {
namespace {

enum class Mode { DCR, CRD };

Tensor space_to_depth(const Tensor& input, int64_t blocksize, Mode mode) {
  require_rank("input", input, 4);
  const size_t n = input.dim(0), c = input.dim(1), h = input.dim(2), w = input.dim(3);
  const auto s = static_cast<size_t>(blocksize);
  if (blocksize < 1 || h % s != 0 || w % s != 0) {
    throw InvalidInput("blocksize {} does not divide {} by {} pixels", blocksize, h, w);
  }
  const size_t channels = element_count({s, s, c});
  const Tensor blocks = input.reshaped({n, c, h / s, s, w / s, s});
  const Tensor tmp = mode == Mode::DCR ? transposed(blocks, {0, 3, 5, 1, 2, 4})
                                       : transposed(blocks, {0, 1, 3, 5, 2, 4});
  return tmp.reshaped({n, channels, h / s, w / s});
}

Values space_to_depth_1(const Call& call) {
  return {space_to_depth(call.tensor("input"), call.integer("blocksize"), Mode::DCR)};
}

Values space_to_depth_28(const Call& call) {
  const Mode mode = call.choice<Mode>("mode", {{"DCR", Mode::DCR}, {"CRD", Mode::CRD}});
  return {space_to_depth(call.tensor("input"), call.integer("blocksize"), mode)};
}

const Operator op("SpaceToDepth", {{space_to_depth_1, {1, 13}}, {space_to_depth_28, {28}}});

}  // namespace
}  // namespace etalon
