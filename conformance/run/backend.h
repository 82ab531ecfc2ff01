// Another runtime as a child process. conformance/BACKENDS.md defines the protocol: requests and
// replies are JSON lines on its standard input and output; models and values are in files or, where
// the child offers that, follow the line as bytes. A shared library with the interface of
// etalon_backend.h is called in a child process of its own.
//
// Everything the child does is an answer: a crash, a hang, garbage instead of a reply, too much
// memory. After one of these a new child gets the next request.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "conformance/judge/runtime.h"
#include "conformance/run/backend_process.h"
#include "conformance/run/loaded_files.h"

namespace etalon {

struct BackendOptions {
  // For the system's shell; or "python:MODULE[:NAME]" for what python_backend_adapter.py takes,
  // which may be followed by a blank and its options, as the shell takes them; or "so:FILE" for a
  // shared library.
  std::string command;
  double timeout = 60;      // seconds for one answer, the description included
  uint64_t max_memory = 0;  // bytes of memory a child may use; 0: the machine's memory
  // The folder for input and output files; empty: the system's folder for temporary files.
  std::filesystem::path scratch;
  // Models and values are given in files even where the child offers to take them in requests.
  bool files = false;
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

  // Lines of Python that do without Etalon what the backend does (BACKENDS.md, `repro`), once it
  // has been used; empty where it gives none.
  const std::string& repro() const { return repro_; }

  // The files that the child which gave the last answer has loaded: those that it says
  // (BACKENDS.md, `files`), and those of its processes. Nothing where it has ended.
  std::optional<LoadedFiles> loaded();

  RuntimeAnswer run(const std::filesystem::path& file, const Model& model, const Bindings& inputs,
                    const StoredInputs& stored = {},
                    std::optional<double> timeout = std::nullopt) override;
  RuntimeAnswer run(const std::string& model_bytes, const Model& model, const Bindings& inputs,
                    std::optional<double> timeout = std::nullopt) override;
  // BACKENDS.md, `arithmetic`.
  Arithmetic arithmetic() const override { return arithmetic_; }
  double timeout() const override { return options_.timeout; }

  const BackendOptions& options() const { return options_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Reply;

  Reply start();
  Reply ask(nlohmann::json request, double timeout, std::string_view bytes = {});
  Reply ask_child(nlohmann::json request, double timeout, std::string_view bytes);
  void receive_outputs(Reply& reply, Clock::time_point deadline, double timeout);
  void end_by(LineProcess::Outcome outcome, double timeout, const std::string& how_far,
              Reply& reply);
  void note_files(const Reply& reply);
  void add_loaded(const std::string& file);
  std::optional<RuntimeAnswer> run_inline(std::string model_bytes, const Model& model,
                                          const Bindings& inputs, const StoredInputs& stored,
                                          double timeout);
  static RuntimeAnswer answer_of(const Reply& reply, const Model& model,
                                 const std::function<Values()>& read);
  void give_up(Reply& reply, const std::string& fault);

  BackendOptions options_;
  std::unique_ptr<LineProcess> child_;
  std::string name_;
  std::string repro_;
  Arithmetic arithmetic_;
  uint64_t requests_ = 0;
  bool takes_bytes_ = false;  // the child takes models and values in requests
  // Of the child:
  uint64_t answers_ = 0;
  std::optional<std::vector<std::string>> said_;  // files that are not in loaded_ yet
  LoadedFiles loaded_;
};

}  // namespace etalon
