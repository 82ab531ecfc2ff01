// Random inputs for a model, from their declared types and the operators that read them.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/draw.h"
#include "conformance/generate/wanted_numbers.h"
#include "engine/interpreter/interpreter.h"

namespace etalon {

// One input that was drawn.
struct DrawnInput {
  std::string name;
  std::string type;     // "int64[1, 16]"
  std::string numbers;  // "0 … 99"; "" for other values than numbers
  std::string reason;   // what it was taken for: "indices of Gather-13 'embed'"
};

struct DrawnInputs {
  // The lengths of dimensions without a number that were not given: by symbol, or as "axis 2 of
  // input 'x'".
  Dimensions lengths;
  std::vector<DrawnInput> inputs;
};

// Adds a value to `bindings` for each input that has neither a value nor an initializer: of the
// declared type and shape, with numbers that the operators which read it accept (wanted_numbers.h).
// Masks are 0 and 1, positions ascend, images are 0 … 255 or 0 … 1. Lengths that neither the model
// nor `dimensions` gives fit the strides of the nodes (windows.h). Later attempts have other
// lengths and narrower ranges. Throws InvalidInput, naming the input, where the rank is not
// declared; UsageError for a symbol that no input has; Unsupported for kinds of values that are not
// drawn.
DrawnInputs add_random_inputs(const Model& model, const Dimensions& dimensions, Draw& draw,
                              Bindings& bindings, int attempt = 0);

// A line for each input and one for the lengths, if any: "input 'ids', int64[1, 16]: 0 … 99,
// indices of Gather-13 'embed'".
std::vector<std::string> to_lines(const DrawnInputs& drawn);

}  // namespace etalon
