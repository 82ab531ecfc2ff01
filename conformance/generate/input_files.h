// A model's inputs from the files that a command line names.
#pragma once

#include <string>
#include <vector>

#include "engine/interpreter/interpreter.h"

namespace etalon {

struct InputFiles {
  std::vector<std::string> inputs;  // NAME=FILE, each a .pb, .npy or .bin
  // A folder of NAME or input_I (.pb, .npy, .bin), an .npz with arrays by name, or the only file of
  // a model with one input.
  std::string all_inputs;

  bool none() const { return inputs.empty() && all_inputs.empty(); }
};

// Throws UsageError for a wrong option, InvalidInput for a file that cannot be used.
Bindings read_inputs(const Model& model, const InputFiles& files);

}  // namespace etalon
