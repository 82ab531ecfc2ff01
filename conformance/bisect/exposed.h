// Judging each node of a model that a runtime runs, and how far its values are off.
#pragma once

#include <optional>
#include <string>

#include "conformance/check/node_check.h"
#include "conformance/judge/runtime.h"
#include "engine/values/value.h"
#include "onnx.pb.h"

namespace etalon {

// Runs the model, with the branches that are taken in place of each If (with_branches) and with all
// values of its nodes as additional outputs, and judges each node on them. If the values outside
// fused groups (fused_values) are others without those inside, each node is judged once more
// without these, and the judgement with more wrong nodes counts. Nothing when the runtime does not
// run that model. Throws what the evaluation throws.
std::optional<NodeReports> check_nodes_of(Runtime& runtime, const onnx::ModelProto& model,
                                          const Bindings& inputs, const Tolerance& tolerance,
                                          const Options& options);

// True when an output fails and rounding does not explain it.
bool any_is_wrong(const std::vector<OutputReport>& reports);

// How far a runtime's value is from Etalon's, in one number for all types.
struct Deviation {
  // The largest difference relative to the largest expected magnitude: 0.5 for 1.5 expected 1.
  // Infinite where no number can express it: NaN or infinity on one side, another type or shape.
  double size = 0;
  // What differs, where the size does not say it all: "768 of 2048 integers differ, by up to 42",
  // "NaN on one side in 3 of 10 elements". Empty for floats.
  std::string what;
};

Deviation deviation(const Value& got, const Value& expected);

}  // namespace etalon
