// A generated case and its folder in the official layout.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/common/paths.h"
#include "conformance/generate/space.h"
#include "conformance/judge/proof.h"
#include "engine/interpreter/interpreter.h"

namespace etalon {

using CaseValues = std::vector<std::pair<std::string, Value>>;

// What a drawn case is about: the content of case.json.
struct CaseAbout {
  std::string domain;  // "ai.onnx" in the file for ""
  std::string op;
  int version = 0;
  std::string values;             // the class that its values were drawn from (values.h)
  std::vector<Point> points;      // of the schema's space (space.h)
  std::vector<std::string> open;  // the ids of the open points that it meets
  // With these it is drawn again: the seed, and how many cases were drawn with it before.
  std::optional<uint32_t> seed;
  size_t number = 0;
};

CaseAbout about_call(const Schema& schema, const onnx::NodeProto& node, const Values& inputs,
                     std::string_view values);

struct CaseFiles {
  struct Set {
    CaseValues inputs;
    CaseValues outputs;
  };
  std::string model;  // serialized
  std::vector<Set> sets;
  std::optional<double> rtol;
  std::optional<double> atol;
  std::string tolerance_reason = {};  // why they are so; may be empty
  std::string unspecified;            // why a set has no outputs; empty when all sets have outputs
  std::string error;  // the kind of error that is expected in place of outputs; else empty
  // Of a call that is forbidden (refused_calls.h): Etalon's sentence, the kind of step from a valid
  // call, and what it changed.
  std::string refusal = {};
  std::string step = {};
  std::string change = {};
  Proof proof;                     // of all sets' outputs
  std::optional<CaseAbout> about;  // of a drawn case
};

// The expected outputs of a model, or why there are none.
struct Expectation {
  Values outputs;
  std::string unspecified;
  Proof proof;
  std::string error;  // as in CaseFiles
};

// The outputs are whole_outputs. Throws what the evaluation throws, and Unspecified for a model
// that draws random numbers which no seed determines. With `allow_unspecified`, Unspecified is not
// thrown but returned as the reason.
Expectation expected_outputs(const BoundModel& model, const Bindings& inputs,
                             bool allow_unspecified, const Options& options);

// Writes model.onnx; test_data_set_N/input_I.pb and output_I.pb; data.json with tolerances and
// their reason, why outputs are unspecified, and the error that is expected, with its sentence;
// case.json of a drawn case. A folder that is new is made completely or not at all.
void write_case(const std::filesystem::path& folder, const CaseFiles& files);

// A folder that is written completely or not at all: its content is written to a hidden folder next
// to `target`, or inside `target` if that exists, and then moved.
class OutputFolder {
 public:
  // Throws UsageError when `target` exists and may not be replaced: when it is not an empty folder
  // or, with `force`, not a folder that contains only cases.
  OutputFolder(const std::filesystem::path& target, bool force);

  // The hidden folder to write to.
  const std::filesystem::path& path() const { return staged_; }
  // Moves the content to `target`. Throws InvalidInput, naming it, and then changes nothing.
  void finish();

 private:
  void move() const;

  std::filesystem::path target_;
  TemporaryFolder beside_;
  std::filesystem::path staged_;
};

// {"operator", "domain", "version", "types", "classes": {"values", "points"}, "seed", "number",
//  "tolerance": {"rtol", "atol"}, "open", "proved", "expects"}
nlohmann::json to_json(const CaseAbout& about, const CaseFiles& files);

}  // namespace etalon
