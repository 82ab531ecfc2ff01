#include "engine/operators/least_integer.h"

#include <algorithm>

#include "engine/operators/choice.h"
#include "engine/values/evaluation.h"
#include "engine/values/side.h"

namespace etalon {

bool holds_least_integer(const Tensor& X) {
  if (!evaluation().choices || !is_signed_integer(X.dtype())) return false;
  const Ints values = X.as<int64_t>();
  return std::find(values.begin(), values.end(), lowest(X.dtype())) != values.end();
}

Tensor with_least_integer(const Tensor& Y, std::initializer_list<Tensor> operands) {
  const bool marked = Y.side() && Y.side()->open;
  at_point("int_min", marked && std::any_of(operands.begin(), operands.end(), holds_least_integer));
  return Y;
}

}  // namespace etalon
