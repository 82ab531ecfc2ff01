#include <cctype>

#include "conformance/generate/rules/ai.onnx/tensor/casting.h"

namespace etalon::rules {
namespace {

// "FLOAT16", as in TensorProto.
std::string capital_name(DType type) {
  std::string capitals(name(type));
  for (char& letter : capitals) letter = static_cast<char>(std::toupper(letter));
  return capitals;
}

// Before version 6 the attribute is the type's name, a string.
const GenerationRule cast_rule("Cast", [](Drafting& call, Draw& draw) {
  constexpr int first_with_numbers = 6;
  call.narrow("T1", castable);
  call.narrow("T2", castable);
  const DType to = call.dtype("T2");
  if (call.version() < first_with_numbers) {
    call.set("to", capital_name(to));
  } else {
    call.set("to", static_cast<int64_t>(to));
  }
  offer_rounding(call);
  const Range held = held_by_both(call.dtype("T1"), to);
  call.add_data(draw.shape(), held);
});

}  // namespace
}  // namespace etalon::rules
