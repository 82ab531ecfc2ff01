// A page has no files: models there cannot have external data. In place of
// engine/loader/external_data.cc, which opens files in ways that only a real system has.
#ifdef __EMSCRIPTEN__

#include "engine/loader/external_data.h"

namespace etalon {

ExternalData::ExternalData(const onnx::TensorProto&, const DataFolder&) {
  throw Unsupported("a page cannot read external data");
}

void ExternalData::read(std::span<std::byte>) const {}

}  // namespace etalon

#endif
