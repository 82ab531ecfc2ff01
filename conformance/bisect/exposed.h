// Judging each node of a model that a runtime runs.
#pragma once

#include <filesystem>
#include <optional>

#include "conformance/check/node_check.h"
#include "conformance/judge/runtime.h"
#include "engine/loader/serialization.h"

namespace etalon {

// Runs the model of `file` with all values of its nodes as additional outputs, and judges each node
// on them. Nothing when the runtime does not run that model. Throws what reading and evaluating the
// model throw.
std::optional<NodeReports> check_nodes_of(Runtime& runtime, const std::filesystem::path& file,
                                          SymbolicLinks links, const BoundModel& model,
                                          const Bindings& inputs, const Options& options);

}  // namespace etalon
