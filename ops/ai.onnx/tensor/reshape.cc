// Reshape: data's elements, in row-major order, under another shape. One dimension may be -1, and
// is then inferred; 0 copies data's dimension at that place.
//   1         shape as attribute
//   5, 13     as input; more types
//   14        allowzero = 1: 0 means 0
//   19, 21, 23, 24, 25    more types
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

// The size that fills data's element count when the other dimensions are those of `shape`.
size_t inferred(const Tensor& data, Shape shape, size_t at) {
  shape.erase(shape.begin() + std::ptrdiff_t(at));
  const size_t rest = element_count(shape);
  if (rest == 0 || data.size() % rest != 0) {
    throw InvalidInput("no dimension in place of -1 makes {} elements of [{}]", data.size(),
                       fmt::join(shape, ", "));
  }
  return data.size() / rest;
}

Tensor reshape(const Tensor& data, const std::vector<int64_t>& dims, bool allowzero) {
  Shape shape(dims.size());
  size_t unknown = dims.size();
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] == -1) {
      if (unknown != dims.size()) throw InvalidInput("shape holds -1 twice");
      unknown = i;
    } else if (dims[i] == 0 && !allowzero) {
      if (i >= data.rank()) throw InvalidInput("shape's 0 at {} has no dimension to copy", i);
      shape[i] = data.dim(i);
    } else {
      shape[i] = to_shape({dims[i]})[0];
    }
  }
  if (unknown != dims.size()) shape[unknown] = inferred(data, shape, unknown);
  return data.reshaped(shape);
}

Values reshape_1(const Call& call) {
  if (!call.has("shape")) throw InvalidInput("attribute 'shape' is missing");
  return {reshape(call.tensor("data"), call.ints("shape"), false)};
}

Values reshape_5(const Call& call) {
  return {reshape(call.tensor("data"), call.tensor("shape").ints(), false)};
}

Values reshape_14(const Call& call) {
  const std::vector<int64_t> dims = call.tensor("shape").ints();
  const bool allowzero = call.flag("allowzero");
  const auto holds = [&](int64_t dim) {
    return std::find(dims.begin(), dims.end(), dim) != dims.end();
  };
  if (allowzero && holds(0) && holds(-1)) {
    throw InvalidInput("shape holds both 0 and -1 and allowzero is 1");
  }
  return {reshape(call.tensor("data"), dims, allowzero)};
}

const Operator op("Reshape",
                  {{reshape_1, {1}}, {reshape_5, {5, 13}}, {reshape_14, {14, 19, 21, 23, 24, 25}}});

}  // namespace
}  // namespace etalon
