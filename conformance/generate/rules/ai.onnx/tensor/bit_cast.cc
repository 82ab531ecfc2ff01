#include "conformance/generate/rule.h"

namespace etalon::rules {

// Both types have the same width; bool is left out, because not every byte is a valid bool.
const GenerationRule bit_cast_rule("BitCast", [](Drafting& call, Draw& draw) {
  const auto plain = [](DType type) { return type != DType::string && type != DType::boolean; };
  call.narrow("T1", plain);
  const int width = bit_width(call.dtype("T1"));
  call.narrow("T2", [&](DType type) { return plain(type) && bit_width(type) == width; });
  call.set("to", static_cast<int64_t>(call.dtype("T2")));
  call.add(draw.shape());
});

}  // namespace etalon::rules
