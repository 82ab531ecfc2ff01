// A runtime's outputs, from the files that a command line names.
#pragma once

#include <string>
#include <vector>

#include "engine/operators/model.h"
#include "engine/values/value.h"

namespace etalon {

struct OutputFiles {
  std::vector<std::string> outputs;  // NAME=FILE, each a .pb or .npy
  // A folder of NAME or output_I (.pb, .npy) or with an outputs.npz; an .npz by name; or the one
  // file of a model with one output.
  std::string all_outputs;
};

// One value for each output of the model, in order; absent where no file gives one. Throws
// UsageError for words that make no sense, InvalidInput for files that do not, and when no file
// gives an output.
Values read_outputs(const Model& model, const OutputFiles& files);

}  // namespace etalon
