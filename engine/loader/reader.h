// Reads a Model from its protobuf message. Checks only what the Model needs to store the content.
#pragma once

#include "engine/loader/mapped_model.h"
#include "engine/loader/serialization.h"
#include "engine/operators/model.h"

namespace onnx {
class ModelProto;
}

namespace etalon {

// Throws InvalidModel for content that a Model cannot store: names that are not UTF-8, attributes
// and initializers given twice, an attribute whose value is not of its type, malformed tensors. The
// Model's domains are canonical, and its functions are sorted. `mapped` has what the message was
// parsed without.
Model read_model(const onnx::ModelProto& proto, const DataFolder& folder,
                 const MappedInitializers& mapped = {});

}  // namespace etalon
