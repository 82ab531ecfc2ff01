// Another runtime as a child process that answers for itself; conformance/BACKENDS.md has the
// protocol: one JSON request a line on its standard input, one JSON reply a line.
//
// Whatever the child does is an answer: a crash, a hang, garbage instead of a reply, too much
// memory. After one of these the next request goes to a fresh child.
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
  std::string command;      // for the system's shell
  double timeout = 60;      // seconds for one answer
  uint64_t max_memory = 0;  // bytes of data a child may hold; 0: what the machine has
  // Where files that pass between are written; empty: the system's folder for such things.
  std::filesystem::path scratch;
};

class Backend : public Runtime {
 public:
  // Starts nothing yet. A process that forks keeps its own child, so a Backend must not be forked
  // once it has been used.
  explicit Backend(BackendOptions options);
  // Lets the child end, by closing its input, and kills it if it does not.
  ~Backend() override;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  // Name and version in the backend's own words: "onnxruntime 1.31.1". Throws InvalidInput when it
  // cannot be started or does not answer.
  std::string introduce();

  RuntimeAnswer run(const std::filesystem::path& file, const Model& model, const Bindings& inputs,
                    const StoredInputs& stored = {},
                    std::optional<double> timeout = std::nullopt) override;
  RuntimeAnswer run(const std::string& model_bytes, const Model& model, const Bindings& inputs,
                    std::optional<double> timeout = std::nullopt) override;
  double timeout() const override { return options_.timeout; }

  const BackendOptions& options() const { return options_; }
  // Seconds a child may take to start and to say its name.
  static constexpr double longest_start = 60;

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
