// A runtime's outputs, from the files that a command line names.
#pragma once

#include <string>
#include <vector>

#include "engine/operators/model.h"
#include "engine/values/value.h"

namespace etalon {

struct OutputFiles {
  std::vector<std::string> outputs;  // NAME=FILE, each a .pb, .npy or .bin
  // A folder with files NAME or output_I (.pb, .npy, .bin) or an outputs.npz; an .npz with arrays
  // by name; or the only file of a model with one output.
  std::string all_outputs;
};

// One value for each output of the model, in order; absent where no file contains one. Throws
// UsageError for a wrong option, InvalidInput for a file that cannot be used and when no file
// contains an output.
Values read_outputs(const Model& model, const OutputFiles& files);

}  // namespace etalon
