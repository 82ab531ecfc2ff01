// A model's inputs, or a runtime's outputs, from the files that a command line names.
#pragma once

#include <string>
#include <vector>

#include "engine/interpreter/interpreter.h"

namespace etalon {

struct ValueFiles {
  std::vector<std::string> named;  // NAME=FILE, each a .pb, .npy or .bin
  // A folder with files NAME, or input_I or output_I (.pb, .npy, .bin), or an inputs.npz or
  // outputs.npz; an .npz with arrays by name; or the only file of a model with one input or output.
  std::string all;

  bool none() const { return named.empty() && all.empty(); }
};

// A runtime's values of a model.
struct GivenValues {
  Values outputs;                         // in order; absent where no file contains one
  Bindings inner = {};                    // of the main graph's other values, by name
  std::vector<std::string> unknown = {};  // names of arrays that the main graph does not have

  bool any_output() const;
};

// The values that the main graph's nodes make, without its outputs: with their types where
// the model declares them.
std::vector<ValueInfo> inner_values_of(const Graph& graph);

// Both throw UsageError for a wrong option, InvalidInput for a file that cannot be used.
Bindings read_inputs(const Model& model, const ValueFiles& files);
// A name with slashes, as exporters give them, is in a folder the path below it. Throws
// InvalidInput, too, when no file contains a value of the main graph.
GivenValues read_outputs(const Model& model, const ValueFiles& files);

}  // namespace etalon
