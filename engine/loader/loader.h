// Loading: bytes → Model → bound model, checked.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "engine/loader/dialect.h"
#include "engine/loader/ignored_attributes.h"
#include "engine/loader/serialization.h"
#include "engine/operators/model.h"

namespace onnx {
class ModelProto;
}  // namespace onnx

namespace etalon {

// How a model is read that does not follow the text.
struct Leniency {
  // Nodes that are not in topological order are sorted, with a warning. False: InvalidModel.
  bool sorts = false;
  // Called with one sentence for each graph that is sorted, and for each imported opset that is
  // newer than Etalon's schemas: the newest known versions of its operators are used.
  std::function<void(const std::string& sentence)> on_warning = {};
  Dialect dialect = {};
};

// Brings a message into the form that is bound: ONNX Runtime's layouts become functions
// (dialect.h), nodes are sorted. Returns whether the dialect's operators are admitted.
bool prepare(onnx::ModelProto& model, const Leniency& leniency);

// Reads, binds and checks a model: the format, names, order, types, functions, nesting, and each
// node against the schema of its operator's version. External data is read beneath the model's own
// folder only. Large initializers stay in the file, which must not change. Throws InvalidModel (one
// sentence naming the node, tensor or field), LimitExceeded, or Unsupported for an operator that
// Etalon has no schema for. The attributes to ignore are removed first.
BoundModel load_model(const std::filesystem::path& file, const IgnoredAttributes& ignored = {},
                      SymbolicLinks links = SymbolicLinks::refused, const Leniency& leniency = {});
// As load_model, from bytes. External data is read beneath `folder`; without `folder` it is
// refused.
BoundModel parse_model(std::string_view bytes, const std::filesystem::path& folder = {},
                       const Leniency& leniency = {});

// Binds a protobuf message without checking it: to inspect a model, for example to list its
// operators. Before the model is evaluated, check_model (engine/loader/checker.h) must be called.
// Throws InvalidModel for content that a Model cannot store.
BoundModel unchecked_model(const onnx::ModelProto& proto, const std::filesystem::path& folder = {},
                           const IgnoredAttributes& ignored = {});

}  // namespace etalon
