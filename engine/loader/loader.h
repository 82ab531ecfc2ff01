// Loading: bytes → Model → bound model, checked.
#pragma once

#include <filesystem>
#include <string_view>

#include "engine/operators/model.h"

namespace onnx {
class ModelProto;
}  // namespace onnx

namespace etalon {

// Reads, binds and checks a model: the format, names, order, types, functions, nesting, and each
// node against the schema of its operator's version. External data is read beneath the model's own
// folder only. Throws InvalidModel (one sentence naming the node, tensor or field), LimitExceeded,
// or Unsupported for an operator version that Etalon's schemas do not know.
BoundModel load_model(const std::filesystem::path& file);
// The same from bytes; external data is refused unless `folder` says where it lies.
BoundModel parse_model(std::string_view bytes, const std::filesystem::path& folder = {});

// The same without the check, from a protobuf message: for what may be asked of a model that must
// not be evaluated, such as which operators it uses. check_model (engine/loader/checker.h) is due
// before it is evaluated. Throws InvalidModel for what a Model cannot hold.
BoundModel unchecked_model(const onnx::ModelProto& proto, const std::filesystem::path& folder = {});

}  // namespace etalon
