// From the protobuf message to a Model: reading, and no more checking than the Model needs in
// order to hold what was read.
#pragma once

#include "engine/loader/serialization.h"
#include "engine/operators/model.h"

namespace onnx {
class ModelProto;
}

namespace etalon {

// Throws InvalidModel for what a Model cannot hold: names that are not UTF-8, attributes and
// initializers given twice, an attribute whose value is not of its type, malformed tensors.
// Domains come out canonical, functions sorted.
Model read_model(const onnx::ModelProto& proto, const DataFolder& folder);

}  // namespace etalon
