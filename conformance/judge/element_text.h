// The elements of tensors as text.
#pragma once

#include <functional>
#include <string>

#include "engine/values/tensor.h"

namespace etalon {

// Prints an element by its position in row-major order: floats as the shortest decimals that read
// back to the same value, "(re, im)", "true", "\"text\"".
using ElementPrinter = std::function<std::string(size_t index)>;
ElementPrinter element_printer(const Tensor& tensor);

}  // namespace etalon
