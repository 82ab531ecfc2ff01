// FC by a product of matrices.
#include "engine/numerics/matmul.h"
#include "engine/operators/rooms.h"
#include "ops/experimental/math/flattened.h"

namespace etalon {
namespace {

std::optional<Values> fc(const Call& call) {
  const Tensor X = flattened(call.tensor("X"), call.integer("axis"));
  const Tensor W = flattened(call.tensor("W"), call.integer("axis_w"));
  const Tensor& b = call.tensor("b");
  if (X.dim(1) != W.dim(1) || b.shape() != Shape{W.dim(0)}) return std::nullopt;
  const Reals bias = b.as<double>();
  return Values{
      products_of(X, false, W, true).rounded([&]<class R>(const R& product, size_t position) -> R {
        return product + R(bias.data()[position % bias.size()]);
      })};
}

const Quick op("FC", fc);

}  // namespace
}  // namespace etalon
