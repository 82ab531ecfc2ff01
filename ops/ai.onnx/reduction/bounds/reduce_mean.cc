// ReduceMean of integers, which no rounding changes.
#include "ops/ai.onnx/reduction/quick/integer_mean.h"

namespace etalon {
namespace {

const Bounds op("ReduceMean", mean_of_integers);

}  // namespace
}  // namespace etalon
