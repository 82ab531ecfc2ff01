// DepthToSpace: [b, c, h, w] → [b, c / s², h · s, w · s] with s = blocksize: channels become blocks
// of s by s pixels.
//   1         mode DCR: pixel (i, j) of the block is of channel (i, j, depth)
//   11        mode CRD: of channel (depth, i, j)
//   13, 28    13: bfloat16; 28: as 13
#include "engine/formula.h"

namespace etalon {
namespace {

enum class Mode { DCR, CRD };

Tensor depth_to_space(const Tensor& input, int64_t blocksize, Mode mode) {
  require_rank("input", input, 4);
  const size_t b = input.dim(0), c = input.dim(1), h = input.dim(2), w = input.dim(3);
  const auto s = static_cast<size_t>(blocksize);
  if (blocksize < 1 || c % element_count({s, s}) != 0) {
    throw InvalidInput("blocksize {} does not divide {} channels", blocksize, c);
  }
  const size_t depth = c / (s * s);
  const Tensor tmp = mode == Mode::DCR
                         ? transposed(input.reshaped({b, s, s, depth, h, w}), {0, 3, 4, 1, 5, 2})
                         : transposed(input.reshaped({b, depth, s, s, h, w}), {0, 1, 4, 2, 5, 3});
  return tmp.reshaped({b, depth, h * s, w * s});
}

Values depth_to_space_1(const Call& call) {
  return {depth_to_space(call.tensor("input"), call.integer("blocksize"), Mode::DCR)};
}

Values depth_to_space_11(const Call& call) {
  const Mode mode = call.choice<Mode>("mode", {{"DCR", Mode::DCR}, {"CRD", Mode::CRD}});
  return {depth_to_space(call.tensor("input"), call.integer("blocksize"), mode)};
}

const Operator op("DepthToSpace", {{depth_to_space_1, {1}}, {depth_to_space_11, {11, 13, 28}}});

}  // namespace
}  // namespace etalon
