// The input that shows a difference, made small.
#pragma once

#include <functional>
#include <string>

#include "engine/interpreter/interpreter.h"
#include "engine/operators/model.h"

namespace etalon::equivalent {

// The inputs with shorter symbolic dimensions and with zeros and simple numbers in place of
// elements, as long as `shows` is true of them; it is called `most` times at most.
Bindings small_witness(const Model& model, Bindings inputs,
                       const std::function<bool(const Bindings&)>& shows, size_t most);

// "x = [[0, 1]]; y = zeros of [64, 64] but for [3, 0]: 2".
std::string witness_text(const Bindings& inputs);

}  // namespace etalon::equivalent
