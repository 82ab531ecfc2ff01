#include "engine/operators/observed.h"

namespace etalon {
namespace {

thread_local const Values* observed = nullptr;

}  // namespace

ObservedScope::ObservedScope(const Values* outputs) : saved_(observed) { observed = outputs; }
ObservedScope::~ObservedScope() { observed = saved_; }

const Tensor* observed_output(size_t i, DType type, const Shape& shape) {
  if (!observed || i >= observed->size() || !(*observed)[i].is_tensor()) return nullptr;
  const Tensor& output = (*observed)[i].tensor();
  return output.dtype() == type && output.shape() == shape ? &output : nullptr;
}

}  // namespace etalon
