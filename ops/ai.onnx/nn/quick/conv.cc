// Conv.
#include "ops/ai.onnx/nn/quick/convolved.h"

namespace etalon {
namespace {

const Quick op("Conv", convolved);

}  // namespace
}  // namespace etalon
