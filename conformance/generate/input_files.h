// A model's inputs from the files that a command line names.
#pragma once

#include <string>
#include <vector>

#include "engine/interpreter.h"

namespace etalon {

struct InputFiles {
  std::vector<std::string> inputs;  // NAME=FILE, each a .pb or .npy
  std::string all_inputs;           // a folder of NAME or input_I (.pb, .npy), or an .npz by name

  bool none() const { return inputs.empty() && all_inputs.empty(); }
};

// Throws UsageError for words that make no sense, InvalidInput for files that do not.
Bindings read_inputs(const Model& model, const InputFiles& files);

}  // namespace etalon
