#include <fmt/format.h>

#include "conformance/generate/rules/ai.onnx.ml/vocabulary.h"

namespace etalon::rules {
namespace {

// Values that are exact before and after the cast: whole numbers, and multiples of 1/2 if the
// target is float; also as strings. Only strings are cast to strings: how a float is written is not
// specified.
Tensor castable_value(Draw& draw, DType type, const std::string& cast_to) {
  const double half = cast_to == "TO_INT64" || draw.chance(0.5) ? 0 : 0.5;
  const double number = static_cast<double>(draw.between(0, 9)) + half;
  if (type != DType::string) return scalar(type, number);
  return tensor_of_words({}, {fmt::format("{:g}", number)});
}

// The keys of a sparse map are positions in the output. Strings have no 0 for positions without a
// key.
const GenerationRule cast_map_rule("ai.onnx.ml.CastMap", [](Drafting& call, Draw& draw) {
  const Type type = call.type("T1");
  const DType value_type = type.element->dtype;
  std::vector<std::string> targets = {"TO_FLOAT", "TO_INT64"};
  if (value_type == DType::string) targets.emplace_back("TO_STRING");
  const std::string cast_to = draw.pick(targets);
  call.set("cast_to", cast_to);
  const bool sparse = draw.chance(0.5);
  const size_t places = 1 + draw.below(6);
  if (sparse) {
    call.set("map_form", "SPARSE");
    call.set("max_map", static_cast<int64_t>(places));
  }
  std::vector<int64_t> keys;
  for (const size_t place : draw.permutation(places)) {
    keys.push_back(static_cast<int64_t>(place) * (sparse ? 1 : 3));
  }
  if (cast_to != "TO_STRING") keys.resize(1 + draw.below(places));
  Map map{vector_of(keys), {}, *type.element};
  for (size_t i = 0; i < keys.size(); ++i) {
    map.values.emplace_back(castable_value(draw, value_type, cast_to));
  }
  call.add(Value(map));
});

}  // namespace
}  // namespace etalon::rules
