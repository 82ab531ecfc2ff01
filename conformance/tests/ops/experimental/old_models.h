// For tests of models as ONNX's first releases wrote them.
#pragma once

#include "conformance/tests/engine/loader/loading.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/file.h"

namespace etalon::test {

// A model of the first IR version: no opset imports, and attributes without a type.
inline BoundModel oldest(const std::string& nodes) {
  const std::string type = "type { tensor_type { elem_type: 1 shape { dim { dim_value: 2 } } } }";
  return parse_model(message<onnx::ModelProto>("ir_version: 1 graph { input { name: 'x' " + type +
                                               " } " + nodes + " output { name: 'y' " + type +
                                               " } }")
                         .SerializeAsString());
}

}  // namespace etalon::test
