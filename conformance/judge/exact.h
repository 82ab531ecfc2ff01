// The exact result of a model.
//
// The result is exact up to the rounding errors of float64: the model is evaluated with every
// float16, bfloat16 and float32 tensor as float64 from node to node, and a Cast to these types does
// not round. An honest evaluation is Etalon's ordinary one, which rounds each node's outputs once,
// to the types of the model. exact_error.h compares the two.
#pragma once

#include <string>
#include <vector>

#include "engine/interpreter/interpreter.h"

namespace etalon {

struct ExactOutputs {
  Values outputs;  // floats narrower than float64 as float64
  // The nodes that have no float64 form ("QuantizeLinear-13 'q'"): these are evaluated in a type
  // that they have, and their outputs are made float64.
  std::vector<std::string> rounded;
};

// Throws what evaluate() throws; Unsupported for a node whose result depends on the bits of a
// narrower float.
ExactOutputs evaluate_exactly(const BoundModel& model, const Bindings& inputs,
                              const Options& options = {});

// float16, bfloat16 or float32: what an exact evaluation replaces.
bool is_narrow(DType type);

// True if the parameter admits values of the type.
bool admits(const Schema& schema, const FormalParameter& formal, const Type& type);

}  // namespace etalon
