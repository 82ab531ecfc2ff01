// StringConcat: Z = X followed by Y, elementwise, broadcasting.
//   20
#include "ops/ai.onnx/text/text.h"

namespace etalon {
namespace {

// Without the copy of x that + makes.
std::string joined(const std::string& x, const std::string& y) {
  require_memory(x.size() + y.size());
  std::string z;
  z.reserve(x.size() + y.size());
  z += x;
  z += y;
  return z;
}

Values string_concat(const Call& call) {
  require_utf8("X", call.tensor("X"));
  require_utf8("Y", call.tensor("Y"));
  const Shape shape = broadcast_shapes(call.tensor("X").shape(), call.tensor("Y").shape());
  const Tensor X = broadcast_to(call.tensor("X"), shape);
  const Tensor Y = broadcast_to(call.tensor("Y"), shape);
  const auto x = X.slots<std::string>(), y = Y.slots<std::string>();
  return {texts_of(shape, [&](size_t i) { return joined(x[i], y[i]); })};
}

const Operator op("StringConcat", string_concat, {20});

}  // namespace
}  // namespace etalon
