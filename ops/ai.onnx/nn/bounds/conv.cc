// Conv: the bounds of its sums, from the norms of rows and columns.
#include "ops/ai.onnx/nn/quick/convolved.h"

namespace etalon {
namespace {

const Bounds op("Conv", convolved);

}  // namespace
}  // namespace etalon
