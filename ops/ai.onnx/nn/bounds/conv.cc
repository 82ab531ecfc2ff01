// Conv: the bounds of its sums, from the norms of rows and columns, and samples of them.
#include "ops/ai.onnx/nn/quick/convolved.h"

namespace etalon {
namespace {

const Bounds op("Conv", convolved);
const Sampled sampled_conv("Conv", convolved);

}  // namespace
}  // namespace etalon
