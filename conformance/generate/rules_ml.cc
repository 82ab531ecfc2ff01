// The preprocessing and the maps of ai.onnx.ml.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "conformance/generate/rules.h"
#include "engine/numerics/numerics.h"

namespace etalon {

namespace {

// Some of the items, at least one, in random order.
template <class T>
std::vector<T> some_in_any_order(Draw& draw, std::vector<T> items) {
  draw.shuffle(items);
  items.resize(1 + draw.below(items.size()));
  return items;
}

template <class T>
std::vector<T> any_of_these(Draw& draw, size_t count, const std::vector<T>& choices) {
  std::vector<T> items(count);
  for (T& item : items) item = draw.pick(choices);
  return items;
}

// What random texts are drawn from, so that some of them are among a list's words.
const std::vector<std::string>& ml_words() {
  static const std::vector<std::string> words = {"a", "b", "ab", "Etalon", "étalon", "two words"};
  return words;
}

// Numbers that every numeric type tells apart.
const std::vector<int64_t>& ml_integers() {
  static const std::vector<int64_t> integers = {-2, -1, 0, 1, 2, 3, 4};
  return integers;
}

// The same, and what only floats hold.
const std::vector<double>& ml_reals() {
  static const std::vector<double> reals = {-2, -1, 0,   1,
                                            2,  3,  2.5, std::numeric_limits<double>::quiet_NaN()};
  return reals;
}

Tensor tensor_of_words(const Shape& shape, const std::vector<std::string>& words) {
  Texts texts = empty_array<std::string>(shape);
  std::copy(words.begin(), words.end(), texts.begin());
  return Tensor::of(DType::string, texts);
}

Tensor tensor_of_integers(DType type, const Shape& shape, const std::vector<int64_t>& integers) {
  return Tensor::of(type, vector_of(integers).as<int64_t>()).reshaped(shape);
}

// X with at least two axes: what picking from a vector gives is not told.
void array_feature_extractor_call(Drafting& call) {
  Draw& draw = call.draw();
  Shape shape = draw.shape(2, 4);
  shape.back() = std::max<size_t>(shape.back(), 1);
  const double last = static_cast<double>(shape.back()) - 1;
  call.add(shape);
  call.add({1 + draw.below(5)}, {0, last});
}

void binarizer_call(Drafting& call) {
  call.offer_real("threshold", -2, 2);
  call.add(call.draw().shape());
}

// Of as many features as X has, or of one for X of any shape.
void scaler_call(Drafting& call) {
  Draw& draw = call.draw();
  const bool by_feature = draw.chance(0.6);
  const Shape shape = by_feature ? Shape{draw.samples(), draw.dimension()} : draw.shape();
  const size_t count = by_feature ? shape[1] : 1;
  call.set("offset", draw.reals(count, -3, 3));
  call.set("scale", draw.reals(count, -2, 2));
  call.add(shape);
}

// Where X is negative, the formulas for L1 and L2 are no norms: they sum signed numbers, and lose
// the sign of the result.
void normalizer_call(Drafting& call) {
  Draw& draw = call.draw();
  if (draw.chance(0.9)) call.set("norm", draw.pick<std::string>({"MAX", "L1", "L2"}));
  const size_t features = draw.dimension();
  call.add(draw.chance(0.3) ? Shape{features} : Shape{draw.samples(), features}, {0, 5});
}

// A single sample may come as a vector.
void feature_vectorizer_call(Drafting& call) {
  Draw& draw = call.draw();
  const size_t samples = draw.samples();
  std::vector<int64_t> inputdimensions;
  for (size_t count = 1 + draw.below(4); count > 0; --count) {
    const size_t features = draw.dimension();
    const bool vector = samples == 1 && draw.chance(0.5);
    call.add(vector ? Shape{features} : Shape{samples, features});
    inputdimensions.push_back(static_cast<int64_t>(features));
  }
  if (draw.chance(0.6)) call.set("inputdimensions", inputdimensions);
}

// X [*, F]; one value for all features or one for each.
void imputer_call(Drafting& call) {
  Draw& draw = call.draw();
  const Shape shape = draw.shape(1, 3);
  const size_t values = draw.chance(0.5) ? 1 : std::max<size_t>(shape.back(), 1);
  const size_t elements = element_count(shape);
  if (is_float(call.dtype("T"))) {
    call.set("replaced_value_float", draw.pick(ml_reals()));
    call.set("imputed_value_floats", draw.reals(values, -9, 9));
    call.add_reals(shape, any_of_these(draw, elements, ml_reals()));
  } else {
    call.set("replaced_value_int64", draw.pick(ml_integers()));
    call.set("imputed_value_int64s", any_of_these<int64_t>(draw, values, {-9, 7, 8, 9}));
    call.add_integers(shape, any_of_these(draw, elements, ml_integers()));
  }
}

// Floats are cast to integers, so that 1.5 is of category 1. Unless zeros = 1, which is the
// default, all of X is of the categories.
void one_hot_encoder_call(Drafting& call) {
  Draw& draw = call.draw();
  const bool all_known = draw.chance(0.3);
  if (all_known || draw.chance(0.5)) call.set("zeros", all_known ? 0 : 1);
  const Shape shape = draw.shape(0, 3);
  const size_t elements = element_count(shape);
  const DType type = call.dtype("T");
  if (type == DType::string) {
    const std::vector<std::string> categories = some_in_any_order(draw, ml_words());
    call.set("cats_strings", categories);
    const auto words = any_of_these(draw, elements, all_known ? categories : ml_words());
    return call.add(tensor_of_words(shape, words));
  }
  const std::vector<int64_t> categories = some_in_any_order(draw, ml_integers());
  call.set("cats_int64s", categories);
  const auto whole = any_of_these(draw, elements, all_known ? categories : ml_integers());
  if (!is_float(type)) return call.add_integers(shape, whole);
  std::vector<double> reals(whole.begin(), whole.end());
  for (double& real : reals) real += real > 0 && draw.chance(0.3) ? 0.5 : 0;
  call.add_reals(shape, reals);
}

// The one default that goes with X's type, which tells the direction.
void give_default_of_direction(Drafting& call) {
  Draw& draw = call.draw();
  if (call.dtype("T1") == DType::string) return call.set("default_int64", draw.between(-3, 9));
  call.set("default_string", draw.pick<std::string>({"_Unused", "", "other"}));
}

void category_mapper_call(Drafting& call) {
  Draw& draw = call.draw();
  const std::vector<std::string> strings = some_in_any_order(draw, ml_words());
  std::vector<int64_t> integers = ml_integers();
  draw.shuffle(integers);
  integers.resize(strings.size());
  call.set("cats_strings", strings);
  call.set("cats_int64s", integers);
  give_default_of_direction(call);
  call.add(draw.shape(0, 3), {-2, 5});
}

// Version 1: the integers are the places in the list.
void label_encoder_of_classes(Drafting& call) {
  Draw& draw = call.draw();
  call.set("classes_strings", some_in_any_order(draw, ml_words()));
  give_default_of_direction(call);
  call.add(draw.shape(0, 3), {-1, 6});
}

// Sets keys_*, values_* or default_*: a list for floats, int64s and strings; since version 4 a
// tensor for all types.
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

// Keys of X's type, and X, which holds some of them. Since version 4 a key may be repeated.
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

void label_encoder_call(Drafting& call) {
  if (call.has("classes_strings")) return label_encoder_of_classes(call);
  Draw& draw = call.draw();
  const size_t keys = give_keys(call);
  const DType type = call.dtype("T2");
  const bool as_tensor = is_given_as_tensor(call, type);
  give_list(call, "values", random_tensor(draw, type, {keys}), as_tensor);
  if (draw.chance(0.6)) give_default_of_list(call, type, as_tensor);
}

// Values that both the type and the cast hold: whole numbers, halves where the target is float,
// also as text. Only texts are cast to texts: how a float is written is not told.
Tensor castable_value(Draw& draw, DType type, const std::string& cast_to) {
  const double half = cast_to == "TO_INT64" || draw.chance(0.5) ? 0 : 0.5;
  const double number = static_cast<double>(draw.between(0, 9)) + half;
  if (type != DType::string) return scalar(type, number);
  return tensor_of_words({}, {fmt::format("{:g}", number)});
}

// The keys of a sparse map are places in the output. A text has no 0 to stand where there is no
// key.
void cast_map_call(Drafting& call) {
  Draw& draw = call.draw();
  const Type type = call.type("T1");
  const DType value_type = type.element->dtype;
  std::vector<std::string> targets = {"TO_FLOAT", "TO_INT64"};
  if (value_type == DType::string) targets.emplace_back("TO_STRING");
  const std::string cast_to = draw.pick(targets);
  call.set("cast_to", cast_to);
  const bool sparse = draw.chance(0.5);
  const size_t places = 1 + draw.below(6);
  if (sparse) {
    call.set("map_form", std::string("SPARSE"));
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
}

// The words that can be keys, which become an attribute.
Tensor give_vocabulary(Drafting& call, DType type) {
  if (type == DType::string) {
    const std::vector<std::string> words = some_in_any_order(call.draw(), ml_words());
    call.set("string_vocabulary", words);
    return tensor_of_words({words.size()}, words);
  }
  const std::vector<int64_t> integers = some_in_any_order(call.draw(), ml_integers());
  call.set("int64_vocabulary", integers);
  return vector_of(integers);
}

// A map of some of the words, perhaps of none; of all for texts, which have no 0 to stand for a
// word that is not there.
void dict_vectorizer_call(Drafting& call) {
  Draw& draw = call.draw();
  const Type type = call.type("T1");
  const DType value_type = type.element->dtype;
  const Tensor vocabulary = give_vocabulary(call, type.dtype);
  std::vector<size_t> present = draw.permutation(vocabulary.size());
  if (value_type != DType::string) present.resize(draw.below(vocabulary.size() + 1));
  Map map{pick(vocabulary, 0, present), {}, *type.element};
  for (size_t i = 0; i < present.size(); ++i) {
    map.values.emplace_back(random_tensor(draw, value_type, {}));
  }
  call.add(Value(map));
}

}  // namespace

Rules ml_rules() {
  return {{"ArrayFeatureExtractor", array_feature_extractor_call},
          {"Binarizer", binarizer_call},
          {"CastMap", cast_map_call},
          {"CategoryMapper", category_mapper_call},
          {"DictVectorizer", dict_vectorizer_call},
          {"FeatureVectorizer", feature_vectorizer_call},
          {"Imputer", imputer_call},
          {"LabelEncoder", label_encoder_call},
          {"Normalizer", normalizer_call},
          {"OneHotEncoder", one_hot_encoder_call},
          {"Scaler", scaler_call}};
}

}  // namespace etalon
