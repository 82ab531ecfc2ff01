// What the rows of thinker's standard group share: how they call ONNX's operators.
#pragma once

#include "engine/operators/delegate.h"
#include "ops/thinker/windows.h"

namespace etalon::thinker {

// ONNX's operator `name` as of `opset` for the call's own inputs, by position, and those of its
// attributes that ONNX has by the same name, thinker's defaults included. Bools are int8: an input
// that ONNX wants as bool is true where it is not 0, an output of bools is 0 and 1. Throws
// InvalidInput for an output type that thinker does not list.
Values as_onnx(const Call& call, std::string_view name, int64_t opset);

// ONNX's operator `name` as of `opset`, which is defined for floats alone, for the inputs given.
// Integers (all inputs of the first one's type) go in as the real numbers they are; the results
// come out by thinker's own rounding, ⌊v + ½⌋, and saturate: quantization with the scale 1.
// Requires results within int8 where the inputs are of another integer type.
Values in_reals(const Call& call, std::string_view name, int64_t opset, NamedValues inputs,
                Attributes attributes);
// The same for the call's own inputs and attributes, as above.
Values in_reals(const Call& call, std::string_view name, int64_t opset);

}  // namespace etalon::thinker
