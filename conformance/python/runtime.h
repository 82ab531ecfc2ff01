// A Python function as a runtime to judge.
#pragma once

#include <nanobind/nanobind.h>

#include "conformance/judge/runtime.h"

namespace etalon::python {

// Calls function(model, inputs) with the serialized model, external data included, as bytes, and a
// dict of copies of the inputs, which it may change. It returns the outputs as a dict by name or a
// list in the model's order, or the only output. NotImplementedError, and what the common runtimes
// raise in its place (onnx_etalon/_runtimes.py), mean that it does not support the model;
// onnx_etalon.InvalidModel and InvalidInput that it refuses it; any other exception is an error of
// the runtime. It runs in this process: a crash ends the process, and there is no time limit.
class PythonRuntime : public Runtime {
 public:
  explicit PythonRuntime(nanobind::callable function) : function_(std::move(function)) {}

  RuntimeAnswer run(const std::filesystem::path& file, const Model& model, const Bindings& inputs,
                    const StoredInputs& stored, std::optional<double> timeout) override;
  RuntimeAnswer run(const std::string& model_bytes, const Model& model, const Bindings& inputs,
                    std::optional<double> timeout) override;
  // Bounds only Etalon's own evaluations for the judgement, as that of a child process does.
  double timeout() const override { return 60; }

 private:
  nanobind::callable function_;
};

}  // namespace etalon::python
