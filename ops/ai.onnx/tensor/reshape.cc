// Reshape: data's elements, in row-major order, under another shape. One dimension may be -1, and
// is then inferred; 0 copies data's dimension at that place.
//   1         shape as attribute
//   5, 13     as input; more types
//   14        allowzero = 1: 0 means 0
//   19, 21, 23, 24, 25    more types
#include "ops/ai.onnx/lists.h"

namespace etalon {
namespace {

using Dims = std::vector<int64_t>;

bool holds(const Dims& shape, int64_t dim) {
  return std::find(shape.begin(), shape.end(), dim) != shape.end();
}

Dims with_copied(Dims shape, const Tensor& data) {
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] != 0) continue;
    if (i >= data.rank()) throw InvalidInput("shape's 0 at {} has no dimension to copy", i);
    shape[i] = static_cast<int64_t>(data.dim(i));
  }
  return shape;
}

Shape with_inferred(const Dims& shape, const Tensor& data) {
  if (!holds(shape, -1)) return to_shape(shape);
  Dims known = shape;
  known.erase(std::find(known.begin(), known.end(), -1));
  if (holds(known, -1)) throw InvalidInput("shape holds -1 twice");
  const size_t rest = element_count(to_shape(known));
  if (rest == 0 || data.size() % rest != 0) {
    throw InvalidInput("no dimension in place of -1 gives {} elements for the shape [{}]",
                       data.size(), fmt::join(shape, ", "));
  }
  Dims inferred = shape;
  std::replace(inferred.begin(), inferred.end(), int64_t{-1}, int64_t(data.size() / rest));
  return to_shape(inferred);
}

Values reshape_1(const Call& call) {
  const Tensor& data = call.tensor("data");
  if (!call.has("shape")) throw InvalidInput("attribute 'shape' is missing");
  return {data.reshaped(with_inferred(with_copied(call.ints("shape"), data), data))};
}

Values reshape_5(const Call& call) {
  const Tensor& data = call.tensor("data");
  return {data.reshaped(with_inferred(with_copied(list_of(call, "shape"), data), data))};
}

Values reshape_14(const Call& call) {
  if (!call.flag("allowzero")) return reshape_5(call);
  const Tensor& data = call.tensor("data");
  const Dims shape = list_of(call, "shape");
  if (holds(shape, 0) && holds(shape, -1)) {
    throw InvalidInput("shape holds both 0 and -1 and allowzero is 1");
  }
  return {data.reshaped(with_inferred(shape, data))};
}

const Operator op("Reshape",
                  {{reshape_1, {1}}, {reshape_5, {5, 13}}, {reshape_14, {14, 19, 21, 23, 24, 25}}});

}  // namespace
}  // namespace etalon
