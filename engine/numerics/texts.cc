#include "engine/numerics/texts.h"

namespace etalon {

Tensor equal_texts(const Tensor& A, const Tensor& B) {
  const Shape shape = broadcast_shapes(A.shape(), B.shape());
  const Tensor one = broadcast_to(A, shape), other = broadcast_to(B, shape);
  const auto a = one.slots<std::string>(), b = other.slots<std::string>();
  Bools equal = empty_array<bool>(shape);
  for (size_t i = 0; i < a.size(); ++i) {
    count_work(work_per_step + std::min(a[i].size(), b[i].size()));
    equal.data()[i] = a[i] == b[i];
  }
  return Tensor::of(DType::boolean, equal);
}

}  // namespace etalon
