// What a tensor may carry in addition to its elements: errors, and which elements are open. It is
// not a part of the tensor's value: identical(), comparisons and files ignore it.
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
  // the elements are exact.
  std::optional<Tensor> errors;
  // int64, of the tensor's shape: 0 for an element that is the number that it holds; else 1 + its
  // number in Evaluation::field. Of a result of a formula over the field never left out.
  std::optional<Tensor> residues;
  // Some of these vary with the model's inputs: such elements hold no digits to read.
  bool varies = false;
  // int32, of the tensor's shape: 0 for an element that the specification decides, else 1 + the
  // index of its mark in `marks`. Without it, all elements are decided.
  std::optional<Tensor> open;
  // All marks of an evaluation; its tensors share this list, which grows. nullptr without open
  // elements.
  std::shared_ptr<const OpenMarks> marks;
  // 1 + the index of the mark of a tensor whose shape is open too; else 0.
  int32_t whole = 0;
};

// True if a tensor carries errors; its errors, 0 if it carries none; and X with other errors, which
// have X's shape.
bool has_errors(const Tensor& X);
Reals errors_of(const Tensor& X);
Tensor with_errors(const Tensor& X, const Reals& errors);
// True if X has elements that vary with a proof's inputs.
bool varies(const Tensor& X);
// Its residues' numbers (Side::residues); an array without elements if it carries none.
Ints residues_of(const Tensor& X);
// X with these in place of its residues.
Tensor with_residues(const Tensor& X, const Ints& residues, bool varies);
// X with errors that reach to the elements of `other`, a float tensor of X's shape: for results
// that may be either.
Tensor or_instead(const Tensor& X, const Tensor& other);

// The tensor `moved`, which a movement makes of the tensors `from`, with their sides moved in the
// same way. `move` gets one tensor for each of `from`, all of one element type, and gives one of
// the result's shape; it may be called for none, one or two parts of a side. All marks must be of
// one evaluation: marks that are not in the list of the first tensor are left out.
using Movement = std::function<Tensor(const std::vector<Tensor>& from)>;
Tensor carrying(Tensor moved, const std::vector<const Tensor*>& from, const Movement& move);

}  // namespace etalon
