// Random inputs for a model, from its declared types and from what reads them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "conformance/generate/draw.h"
#include "engine/interpreter/interpreter.h"

namespace etalon {

using Dimensions = std::map<std::string, int64_t, std::less<>>;  // symbol → length

// Adds to `bindings` a value for each input that has neither one nor an initializer: of the
// declared type and shape, within what the operators that read it are defined on, indices within
// what they index. Throws InvalidInput, naming the input, for a dimension or a rank that is
// neither declared nor given; UsageError for a symbol that no input has; Unsupported for kinds of
// value that are not drawn.
void add_random_inputs(const Model& model, const Dimensions& dimensions, Draw& draw,
                       Bindings& bindings);

}  // namespace etalon
