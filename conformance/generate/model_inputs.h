// Random inputs for a model, from their declared types and the operators that read them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "conformance/generate/draw.h"
#include "engine/interpreter/interpreter.h"

namespace etalon {

using Dimensions = std::map<std::string, int64_t, std::less<>>;  // symbol → length

// Adds a value to `bindings` for each input that has neither a value nor an initializer. It has the
// declared type and shape, elements in the range of the operators that read it, and indices in the
// range of the indexed axis. Throws InvalidInput, naming the input, for a dimension or rank that is
// neither declared nor given; UsageError for a symbol that no input has; Unsupported for kinds of
// values that are not drawn.
void add_random_inputs(const Model& model, const Dimensions& dimensions, Draw& draw,
                       Bindings& bindings);

}  // namespace etalon
