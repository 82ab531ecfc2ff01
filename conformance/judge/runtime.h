// A runtime that is judged in Etalon's place.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "conformance/cases/status.h"
#include "engine/interpreter/interpreter.h"

namespace etalon {

struct RuntimeAnswer {
  // pass         the outputs are there
  // unsupported  the runtime does not do this, by its own word
  // invalid      the runtime refuses the model or the inputs, by its own word
  // error        the runtime failed, by its own word, or broke the protocol
  // fail         an output was not written (kind: count)
  // crash, timeout
  Status status = Status::pass;
  std::string message;  // one line; empty on a pass
  double seconds = 0;   // until the reply came, starting the child not counted
  Values outputs;       // on a pass: one for each output of the model's graph, in order
};

class Runtime {
 public:
  // Files (.pb) in which inputs are stored already, by the input's name: they are handed over as
  // they are; all other inputs are written for the runtime.
  using StoredInputs = std::map<std::string, std::filesystem::path, std::less<>>;

  virtual ~Runtime() = default;
  // Runs the model of a file, which `model` was read from, on `inputs` by name. `timeout` in
  // seconds instead of the runtime's own. Throws InvalidInput for inputs that cannot be written,
  // and InternalError when no process can be made.
  virtual RuntimeAnswer run(const std::filesystem::path& file, const Model& model,
                            const Bindings& inputs, const StoredInputs& stored = {},
                            std::optional<double> timeout = std::nullopt) = 0;
  // The same for a model that is in no file yet.
  virtual RuntimeAnswer run(const std::string& model_bytes, const Model& model,
                            const Bindings& inputs,
                            std::optional<double> timeout = std::nullopt) = 0;
  // Seconds for one answer.
  virtual double timeout() const = 0;
};

}  // namespace etalon
