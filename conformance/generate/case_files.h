// A generated case and its folder in the official layout.
#pragma once

#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/common/paths.h"
#include "engine/interpreter/interpreter.h"

namespace etalon {

using CaseValues = std::vector<std::pair<std::string, Value>>;

struct CaseFiles {
  struct Set {
    CaseValues inputs;
    CaseValues outputs;
  };
  std::string model;  // serialized
  std::vector<Set> sets;
  std::optional<double> rtol;
  std::optional<double> atol;
  std::string unspecified;  // why a set has no outputs; empty when all have theirs
};

// What one evaluation of a model gives, or why it has no expectation.
struct Expectation {
  Values outputs;
  std::string unspecified;
};

// Throws what the evaluation throws. Unless it is allowed, Unspecified is such an error, also for
// a model that draws random numbers which nothing fixes.
Expectation expected_outputs(const BoundModel& model, const Bindings& inputs,
                             bool allow_unspecified, const Options& options);

// model.onnx; test_data_set_N/input_I.pb and output_I.pb; data.json for tolerances and for what
// is unspecified. Throws InvalidInput when interrupted.
void write_case(const std::filesystem::path& folder, const CaseFiles& files);

// While it lives, the first SIGINT or SIGTERM only makes write_case throw, so that half-written
// folders are removed; then it takes its course, as a second one does at once.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  struct sigaction interrupt_ = {};
  struct sigaction terminate_ = {};
};

// A folder that comes to be whole or not at all: written beside its place, or hidden in it when it
// is there, and then moved.
class OutputFolder {
 public:
  // Throws UsageError when there is something at `target` that may not be replaced: anything but
  // an empty folder or, with `force`, a folder that holds nothing but cases.
  OutputFolder(const std::filesystem::path& target, bool force);

  // Where to write.
  const std::filesystem::path& path() const { return staged_; }
  // Puts the folder into its place.
  void finish();

 private:
  std::filesystem::path target_;
  InterruptGuard guard_;  // outlives the folder beside the target
  TemporaryFolder beside_;
  std::filesystem::path staged_;
};

}  // namespace etalon
