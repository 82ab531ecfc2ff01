// Random inputs for a model, from their declared types and the operators that read them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "conformance/generate/draw.h"
#include "engine/interpreter/interpreter.h"

namespace etalon {

using Dimensions = std::map<std::string, int64_t, std::less<>>;  // symbol → length

// Adds a value to `bindings` for each input that has neither a value nor an initializer: of the
// declared type and shape, with numbers that the operators which read it accept (wanted_numbers.h).
// Masks are 0 and 1, positions ascend, images are 0 … 255 or 0 … 1. Returns the lengths that were
// drawn, for dimensions without a number that `dimensions` does not give: by symbol, or as "axis 2
// of input 'x'". Later attempts have other lengths and narrower ranges. Throws InvalidInput, naming
// the input, where the rank is not declared; UsageError for a symbol that no input has; Unsupported
// for kinds of values that are not drawn.
Dimensions add_random_inputs(const Model& model, const Dimensions& dimensions, Draw& draw,
                             Bindings& bindings, int attempt = 0);

}  // namespace etalon
