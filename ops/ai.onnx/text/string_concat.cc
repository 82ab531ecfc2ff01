// StringConcat: Z = X followed by Y, elementwise, broadcasting.
//   20
#include <algorithm>
#include <string>

#include "engine/numerics/numerics.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

// Without the copy of x that + makes.
std::string joined(const std::string& x, const std::string& y) {
  std::string z;
  z.reserve(x.size() + y.size());
  z += x;
  z += y;
  return z;
}

Values string_concat(const Call& call) {
  const Shape shape = broadcast_shapes(call.tensor("X").shape(), call.tensor("Y").shape());
  const Tensor X = broadcast_to(call.tensor("X"), shape);
  const Tensor Y = broadcast_to(call.tensor("Y"), shape);
  const auto x = X.slots<std::string>(), y = Y.slots<std::string>();
  size_t bytes = 0;
  for (size_t i = 0; i < x.size(); ++i) bytes += x[i].size() + y[i].size();
  { const MemoryCharge fits(bytes); }  // refuses too much before it is written
  Texts Z = empty_array<std::string>(shape);
  std::transform(x.begin(), x.end(), y.begin(), Z.begin(), joined);
  return {Tensor::of(DType::string, std::move(Z))};
}

const Operator op("StringConcat", string_concat, {20});

}  // namespace
}  // namespace etalon
