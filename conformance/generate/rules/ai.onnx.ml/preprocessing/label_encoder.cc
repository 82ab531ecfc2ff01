#include "conformance/generate/rules/ai.onnx.ml/preprocessing/direction.h"
#include "conformance/generate/rules/ai.onnx.ml/vocabulary.h"

namespace etalon::rules {
namespace {

// Version 1: the integers are the positions in the list.
void label_encoder_of_classes(Drafting& call) {
  Draw& draw = call.draw();
  call.set("classes_strings", some_in_any_order(draw, ml_words()));
  give_default_of_direction(call);
  call.add(draw.shape(0, 3), {-1, 6});
}

// Sets keys_*, values_* or default_*: a list for floats, int64s and strings; since version 4 a
// tensor for any type.
void give_list(Drafting& call, const std::string& what, const Tensor& list, bool as_tensor) {
  if (as_tensor) return call.set(what + "_tensor", list);
  if (list.dtype() == DType::int64) return call.set(what + "_int64s", list.ints());
  if (list.dtype() == DType::string) {
    const Texts texts = list.as<std::string>();
    return call.set(what + "_strings", std::vector<std::string>(texts.begin(), texts.end()));
  }
  const Reals reals = list.as<double>();
  call.set(what + "_floats", std::vector<double>(reals.begin(), reals.end()));
}

void give_default_of_list(Drafting& call, DType type, bool as_tensor) {
  Draw& draw = call.draw();
  if (as_tensor) return call.set("default_tensor", random_tensor(draw, type, {1}));
  if (type == DType::int64) return call.set("default_int64", draw.between(-9, 9));
  if (type == DType::string) return call.set("default_string", draw.pick(ml_words()));
  call.set("default_float", draw.reals(1, -9, 9)[0]);
}

bool is_given_as_tensor(Drafting& call, DType type) {
  const bool listed = type == DType::float32 || type == DType::int64 || type == DType::string;
  return !listed || (call.has("keys_tensor") && call.draw().chance(0.4));
}

// Keys of X's type, and X, which contains some of them. Since version 4 a key may be repeated.
size_t give_keys(Drafting& call) {
  constexpr int first_with_repeated_keys = 4;
  Draw& draw = call.draw();
  const DType type = call.dtype("T1");
  const Shape shape = draw.shape(0, 3);
  const bool as_tensor = is_given_as_tensor(call, type);
  const bool repeat = call.version() >= first_with_repeated_keys && draw.chance(0.3);
  const auto give = [&](const auto& all, const auto& tensor_of_these) {
    auto keys = some_in_any_order(draw, all);
    if (repeat) keys.push_back(keys[0]);
    give_list(call, "keys", tensor_of_these({keys.size()}, keys), as_tensor);
    call.add(tensor_of_these(shape, any_of_these(draw, element_count(shape), all)));
    return keys.size();
  };
  if (type == DType::string) return give(ml_words(), tensor_of_words);
  if (is_float(type)) {
    return give(ml_reals(), [&](const Shape& of, const std::vector<double>& reals) {
      return tensor_of_reals(type, of, reals);
    });
  }
  return give(ml_integers(), [&](const Shape& of, const std::vector<int64_t>& integers) {
    return tensor_of_integers(type, of, integers);
  });
}

const GenerationRule label_encoder_rule("ai.onnx.ml.LabelEncoder", [](Drafting& call, Draw& draw) {
  if (call.has("classes_strings")) return label_encoder_of_classes(call);
  const size_t keys = give_keys(call);
  const DType type = call.dtype("T2");
  const bool as_tensor = is_given_as_tensor(call, type);
  give_list(call, "values", random_tensor(draw, type, {keys}), as_tensor);
  if (draw.chance(0.6)) give_default_of_list(call, type, as_tensor);
});

}  // namespace
}  // namespace etalon::rules
