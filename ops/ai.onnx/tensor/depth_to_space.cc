// DepthToSpace: [b, c, h, w] → [b, c / blocksize², h · blocksize, w · blocksize]: channels become
// blocks of pixels.
//   1         a channel is (row in block, column in block, depth): mode DCR
//   11        mode CRD: a channel is (depth, row in block, column in block)
//   13, 28    13: bfloat16; 28: as 13
#include "engine/numerics/numerics.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

Tensor depth_to_space(const Tensor& input, int64_t blocksize, std::string_view mode) {
  if (input.rank() != 4) throw InvalidInput("input's shape is {}", to_string(input.shape()));
  const size_t b = input.dim(0), c = input.dim(1), h = input.dim(2), w = input.dim(3);
  const auto s = static_cast<size_t>(blocksize);
  if (blocksize < 1 || c % element_count({s, s}) != 0) {
    throw InvalidInput("blocksize {} does not divide {} channels", blocksize, c);
  }
  const size_t depth = c / (s * s);
  const Tensor tmp = mode == "DCR"
                         ? transposed(input.reshaped({b, s, s, depth, h, w}), {0, 3, 4, 1, 5, 2})
                         : transposed(input.reshaped({b, depth, s, s, h, w}), {0, 1, 4, 2, 5, 3});
  return tmp.reshaped({b, depth, h * s, w * s});
}

Values depth_to_space_1(const Call& call) {
  return {depth_to_space(call.tensor("input"), call.integer("blocksize"), "DCR")};
}

Values depth_to_space_11(const Call& call) {
  const std::string& mode = call.text("mode");
  if (mode != "DCR" && mode != "CRD") throw InvalidInput("mode is {}", in_quotes(mode));
  return {depth_to_space(call.tensor("input"), call.integer("blocksize"), mode)};
}

const Operator op("DepthToSpace", {{depth_to_space_1, {1}}, {depth_to_space_11, {11, 13, 28}}});

}  // namespace
}  // namespace etalon
