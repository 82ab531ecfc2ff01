// Tensors over the memory of arrays that Python owns.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <optional>

#include "engine/values/tensor.h"

namespace etalon::python {

// Any array on the CPU whose elements lie in row-major order.
using AnyArray = nanobind::ndarray<nanobind::ro, nanobind::c_contig, nanobind::device::cpu>;

// A tensor of `shape` over the elements of `array`, which it keeps alive: nobody may change them
// meanwhile. Nothing for small arrays, whose copy costs less, and for memory that is not aligned.
// To be called with the interpreter lock; the tensor may be destroyed without it.
std::optional<Tensor> over_array(const AnyArray& array, DType type, const Shape& shape);

// Whether the elements of `tensor` are in memory of Python, which may change after the call. To be
// called with the interpreter lock.
bool is_borrowed(const Tensor& tensor);

// The first slot; not for strings.
const std::byte* first_slot(const Tensor& tensor);

}  // namespace etalon::python
