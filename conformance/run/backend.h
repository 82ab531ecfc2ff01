// Another runtime as a child process. conformance/BACKENDS.md defines the protocol: requests and
// replies are JSON lines on its standard input and output.
//
// Everything the child does is an answer: a crash, a hang, garbage instead of a reply, too much
// memory. After one of these a new child gets the next request.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "conformance/judge/runtime.h"

namespace etalon {

class LineProcess;

struct BackendOptions {
  // For the system's shell; or "python:MODULE[:NAME]" for what python_backend_adapter.py takes.
  std::string command;
  double timeout = 60;      // seconds for one answer, the description included
  uint64_t max_memory = 0;  // bytes of memory a child may use; 0: the machine's memory
  // The folder for input and output files; empty: the system's folder for temporary files.
  std::filesystem::path scratch;
};

class Backend : public Runtime {
 public:
  // Does not start the child yet. Once a Backend has been used, the process must not fork: both
  // processes would use the same child.
  explicit Backend(BackendOptions options);
  // Closes the child's input so that it ends, and kills it if it does not.
  ~Backend() override;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  // The backend's name and version as it reports them: "onnxruntime 1.31.1". Throws InvalidInput
  // when it cannot be started or does not answer.
  std::string introduce();

  RuntimeAnswer run(const std::filesystem::path& file, const Model& model, const Bindings& inputs,
                    const StoredInputs& stored = {},
                    std::optional<double> timeout = std::nullopt) override;
  RuntimeAnswer run(const std::string& model_bytes, const Model& model, const Bindings& inputs,
                    std::optional<double> timeout = std::nullopt) override;
  double timeout() const override { return options_.timeout; }

  const BackendOptions& options() const { return options_; }

 private:
  struct Reply;

  Reply start();
  Reply ask(nlohmann::json request, double timeout);
  std::string give_up(const std::string& fallback);

  BackendOptions options_;
  std::unique_ptr<LineProcess> child_;
  std::string name_;
  uint64_t requests_ = 0;
};

}  // namespace etalon
