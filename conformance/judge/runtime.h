// The interface of a runtime that is judged instead of Etalon.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "conformance/cases/status.h"
#include "engine/interpreter/interpreter.h"

namespace etalon {

struct RuntimeAnswer {
  // pass         the outputs are written
  // unsupported  the runtime reports that it does not support this
  // invalid      the runtime reports that it refuses the model or the inputs
  // error        the runtime reports an error, or broke the protocol
  // fail         an output was not written (kind: count)
  // crash, timeout
  Status status = Status::pass;
  std::string message;  // one line; empty on a pass
  std::string remark;   // one line that reports add to whatever the case's message is
  double seconds = 0;   // until the reply arrived, without starting the child
  Values outputs;       // on a pass: one for each output of the model's graph, in order
};

class Runtime {
 public:
  // Files (.pb) that already contain inputs, by the input's name. The runtime reads these files;
  // all other inputs are written to new files for it.
  using StoredInputs = std::map<std::string, std::filesystem::path, std::less<>>;

  virtual ~Runtime() = default;
  // Runs the model in `file`, from which `model` was read, on `inputs` by name. `timeout`, in
  // seconds, replaces the runtime's own. Throws InvalidInput for inputs that cannot be written, and
  // InternalError when no process can be created.
  virtual RuntimeAnswer run(const std::filesystem::path& file, const Model& model,
                            const Bindings& inputs, const StoredInputs& stored = {},
                            std::optional<double> timeout = std::nullopt) = 0;
  // The same for a serialized model that is not in a file.
  virtual RuntimeAnswer run(const std::string& model_bytes, const Model& model,
                            const Bindings& inputs,
                            std::optional<double> timeout = std::nullopt) = 0;
  // What its description declares of its arithmetic, once it has been used.
  virtual Arithmetic arithmetic() const { return {}; }
  // The time limit for one answer, in seconds.
  virtual double timeout() const = 0;
};

}  // namespace etalon
