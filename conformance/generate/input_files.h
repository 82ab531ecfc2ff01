// A model's inputs from the files that a command line names.
#pragma once

#include <string>
#include <vector>

#include "engine/interpreter/interpreter.h"

namespace etalon {

struct InputFiles {
  std::vector<std::string> inputs;  // NAME=FILE, each a .pb or .npy
  // A folder of NAME or input_I (.pb, .npy), an .npz by name, or the one file of a model with one
  // input.
  std::string all_inputs;

  bool none() const { return inputs.empty() && all_inputs.empty(); }
};

// Throws UsageError for words that make no sense, InvalidInput for files that do not.
Bindings read_inputs(const Model& model, const InputFiles& files);

}  // namespace etalon
