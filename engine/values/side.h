// What a tensor may carry beside its elements: one more number for each of them. It is no part of
// the tensor's value: identical(), comparisons and files ignore it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/values/open_mark.h"
#include "engine/values/tensor.h"

namespace etalon {

struct Side {
  // float64, of the tensor's shape: how far each element may be from the exact result. Without it,
  // not at all.
  std::optional<Tensor> errors;
  // int32, of the tensor's shape: 0 for an element that the specification decides, else 1 + the
  // index of its mark in `marks`. Without it, all are decided.
  std::optional<Tensor> open;
  // All marks of an evaluation, which its tensors share; it grows. nullptr without open elements.
  std::shared_ptr<const OpenMarks> marks;
  // 1 + the index of the mark of a tensor whose shape is open too; else 0.
  int32_t whole = 0;
};

// Whether a tensor carries errors; its errors, 0 if it carries none; and X with these in place of
// its own, of X's shape.
bool has_errors(const Tensor& X);
Reals errors_of(const Tensor& X);
Tensor with_errors(const Tensor& X, const Reals& errors);
// A float tensor X that may have the elements of `other` instead, of the same shape: its errors
// reach as far.
Tensor or_instead(const Tensor& X, const Tensor& other);

// The tensor that a movement makes of the tensors `from`, with their sides moved in the same way.
// `move` gets one tensor for each of `from`, all of one element type, and gives one of the result's
// shape; it may be called for none, one or two parts of a side. Marks must be of one evaluation:
// those that are not of the first one's list are left out.
using Movement = std::function<Tensor(const std::vector<Tensor>& from)>;
Tensor carrying(Tensor moved, const std::vector<const Tensor*>& from, const Movement& move);

}  // namespace etalon
