// Judging each node of a model that a runtime runs.
#pragma once

#include <optional>

#include "conformance/check/node_check.h"
#include "conformance/judge/runtime.h"
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

}  // namespace etalon
