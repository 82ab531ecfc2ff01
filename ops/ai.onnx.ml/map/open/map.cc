// The operators on maps.
#include <unordered_map>

#include "engine/operators/choice.h"
#include "ops/ai.onnx.ml/map/map.h"
#include "ops/ai.onnx/number_texts.h"

namespace etalon {
namespace {

// The positions of the values in Y, from their own as texts; -1 where a sparse Y has no value.
Ints positions_in_Y(const Opening& open) {
  Map positions = open.call.value("X").map();
  positions.value_type.dtype = DType::string;
  for (size_t i = 0; i < positions.values.size(); ++i) {
    positions.values[i] = Tensor::of(DType::string, scalar_array(std::to_string(i)));
  }
  const Tensor texts = open.again({{"X", positions}});
  Ints at = full(texts.shape(), int64_t{-1});
  for (size_t i = 0; i < at.size(); ++i) {
    const std::string& text = texts.slots<std::string>()[i];
    if (!text.empty()) at.flat(i) = std::stoll(text);
  }
  return at;
}

// The text does not say how a number is written.
Tensor open_texts(const Opening& open, const Tensor& values) {
  const Ints at = positions_in_Y(open);
  return open_number_texts(open.Y, take(values, at), Exponents::permitted,
                           [&] { return Bools(at >= int64_t{0}); });
}

// What is NaN or no int64 has no meaning as one. The map of which values these are is arranged as
// the map itself.
void cast_map(Opening& open) {
  const Map& X = open.call.value("X").map();
  const Tensor values = values_of(X);
  if (cast_to(open.call) == DType::string && is_float(values.dtype())) {
    open.Y = open_texts(open, values);
  }
  if (cast_to(open.call) == DType::int64 && is_float(values.dtype())) {
    open.Y = no_result(open.Y, "overflow", [&] {
      const Bools cut = !(xt::abs(values.as<double>()) < 0x1p63);
      Map flags{X.keys, {}, X.value_type};
      for (const bool each : cut) flags.values.push_back(scalar(values.dtype(), each ? 1.0 : 0.0));
      return Bools(xt::not_equal(open.again({{"X", flags}}).as<int64_t>(), int64_t{0}));
    });
  }
  open.Y = any_shape(open.Y, "empty_container", is_dense(open.call) && X.keys.size() == 0);
}

// Where keys of a vocabulary stand that stand there more than once.
template <class K>
Bools repeated(const std::vector<K>& vocabulary, const Shape& shape) {
  std::unordered_map<K, size_t> counts;
  for (const K& key : vocabulary) ++counts[key];
  Bools found = empty_array<bool>({vocabulary.size()});
  for (size_t i = 0; i < found.size(); ++i) found(i) = counts[vocabulary[i]] > 1;
  found.reshape(shape);
  return found;
}

// The value of a key may stand at any of its places, or at all.
void dict_vectorizer(Opening& open) {
  const Call& call = open.call;
  const auto where = [&] {
    const bool by_text = call.value("X").map().keys.dtype() == DType::string;
    return by_text ? repeated(call.texts("string_vocabulary"), open.Y.shape())
                   : repeated(call.ints("int64_vocabulary"), open.Y.shape());
  };
  const auto without = [&] { return Tensor::zeros(open.Y.dtype(), {}); };
  open.Y = choice(open.Y, "duplicates", where, "all", {{"not_here", without}});
}

const Open op[] = {{"CastMap", cast_map}, {"DictVectorizer", dict_vectorizer}};

}  // namespace
}  // namespace etalon
