// Slice: output = data[starts:ends:steps] along one axis.
//   13        ONNX's, with one element each in starts, ends, axes (0 by default) and steps (1), of
//             any rank. (The document speaks of several axes, and all of them by default; its own
//             limit to one element excludes both)
#include "engine/formula.h"

namespace etalon::thinker {
namespace {

Value single(const Call& call, std::string_view input) {
  const Tensor* given = call.maybe(input);
  if (!given) return {};
  if (given->size() != 1) {
    throw InvalidInput("{} has the shape {} where one element is needed: a slice is along one axis",
                       input, to_string(given->shape()));
  }
  return given->reshaped({1});
}

Values slice(const Call& call) {
  NamedValues inputs{{"data", call.value("data")}};
  for (const char* input : {"starts", "ends", "axes", "steps"}) {
    inputs.emplace_back(input, single(call, input));
  }
  return delegate(call, "Slice", 13, inputs);
}

const Operator op("Slice", slice, {13}, "thinker");

}  // namespace
}  // namespace etalon::thinker
