// The operators on maps.
#include <unordered_set>

#include "engine/operators/choice.h"
#include "ops/ai.onnx.ml/map/map.h"

namespace etalon {
namespace {

// What is NaN or no int64 has no meaning as one. The map of which values these are is arranged as
// the map itself.
void cast_map(Opening& open) {
  const Map& X = open.call.value("X").map();
  const Tensor values = values_of(X);
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

template <class K>
bool any_twice(const std::vector<K>& vocabulary) {
  return std::unordered_set<K>(vocabulary.begin(), vocabulary.end()).size() < vocabulary.size();
}

void dict_vectorizer(Opening& open) {
  open.Y = no_result(open.Y, "duplicates", [&] {
    const Call& call = open.call;
    const bool by_text = call.value("X").map().keys.dtype() == DType::string;
    return full(open.Y.shape(), by_text ? any_twice(call.texts("string_vocabulary"))
                                        : any_twice(call.ints("int64_vocabulary")));
  });
}

const Open op[] = {{"CastMap", cast_map}, {"DictVectorizer", dict_vectorizer}};

}  // namespace
}  // namespace etalon
