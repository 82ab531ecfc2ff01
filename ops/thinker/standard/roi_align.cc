// RoiAlign: Y = each of rois pooled from X, sampled by bilinear interpolation.
//   10        ONNX's, whose spatial_scale is called spatial_ratio
#include "engine/formula.h"

namespace etalon::thinker {
namespace {

Values roi_align(const Call& call) {
  Attributes attributes = shared_attributes(call, "RoiAlign", 10);
  attributes.emplace("spatial_scale", attribute_of("spatial_scale", call.real("spatial_ratio")));
  const NamedValues inputs{{"X", call.value("X")},
                           {"rois", call.value("rois")},
                           {"batch_indices", call.value("batch_indices")}};
  return delegate(call, "RoiAlign", 10, inputs, attributes);
}

const Operator op("RoiAlign", roi_align, {10}, "thinker");

}  // namespace
}  // namespace etalon::thinker
