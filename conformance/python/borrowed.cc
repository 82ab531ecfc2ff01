#include "conformance/python/borrowed.h"

#include <unordered_set>

#include "conformance/python/element_types.h"

namespace etalon::python {

namespace nb = nanobind;

namespace {

// First slots of the arrays that tensors are over, once for each tensor. Guarded by the interpreter
// lock. Never destroyed: a tensor may outlive it.
std::unordered_multiset<const std::byte*>& borrowed() {
  static auto* const slots = new std::unordered_multiset<const std::byte*>;
  return *slots;
}

void give_back(const AnyArray* array, const std::byte* first) {
  const nb::gil_scoped_acquire lock;
  borrowed().erase(borrowed().find(first));
  delete array;
}

}  // namespace

std::optional<Tensor> over_array(const AnyArray& array, DType type, const Shape& shape) {
  constexpr size_t worth_sharing = 16384;  // bytes
  const auto* first = static_cast<const std::byte*>(array.data());
  if (array.nbytes() < worth_sharing || !slots_aligned(type, reinterpret_cast<uintptr_t>(first))) {
    return std::nullopt;
  }
  const auto* held = new AnyArray(array);
  borrowed().insert(first);
  return Tensor::over(type, shape,
                      {first, [held](const std::byte* slots) { give_back(held, slots); }});
}

const std::byte* first_slot(const Tensor& tensor) {
  return by_slot(tensor.dtype(), [&]<class W>() -> const std::byte* {
    if constexpr (std::is_same_v<W, std::string>) {
      throw InternalError("the storage of strings cannot be shared with NumPy");
    } else {
      return reinterpret_cast<const std::byte*>(tensor.slots<W>().data());
    }
  });
}

bool is_borrowed(const Tensor& tensor) {
  return tensor.size() > 0 && borrowed().contains(first_slot(tensor));
}

}  // namespace etalon::python
