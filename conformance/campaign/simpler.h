// Tensors that have simpler elements.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/values/tensor.h"

namespace etalon {

// How simple an element is: 0 is the simplest, then 1, -1, 2, other integers, other numbers, NaN
// and infinities. Of strings, the shorter; complex numbers are as simple as their worse part.
size_t complexity(const Tensor& tensor, size_t position);
// One tensor of one element for each simpler element that may stand in its place, the simplest
// first.
std::vector<Tensor> simpler_elements(const Tensor& tensor, size_t position);
// The tensor with this element at the positions begin … end - 1.
Tensor with_elements(const Tensor& tensor, size_t begin, size_t end, const Tensor& element);
// Puts simpler elements at begin … end - 1, in the whole block first, then in its halves, down to
// single elements, where `take` is true of the tensor with them. Nothing of `take` ends it. True if
// any was taken.
using Take = std::function<std::optional<bool>(const Tensor&)>;
bool simplify_elements(Tensor& tensor, size_t begin, size_t end, const Take& take);
// The number of this type, as one element. Nothing where the type does not have it.
std::optional<Tensor> simple_number(DType type, double number);

}  // namespace etalon
