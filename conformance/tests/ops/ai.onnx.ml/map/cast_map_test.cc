#include "conformance/tests/ops/one_node.h"

namespace etalon::test::cast_map_test {
namespace {

Value floats_by_key(const std::vector<int64_t>& keys, const std::vector<double>& values) {
  Map map{integers(DType::int64, {keys.size()}, keys), {}, Type::tensor(DType::float32)};
  for (const double value : values) map.values.push_back(f32({}, {value}));
  return map;
}

OneNode cast_map(const char* cast_to) {
  return OneNode("CastMap", 1, "ai.onnx.ml").set("cast_to", cast_to);
}

}  // namespace

TEST_CASE("CastMap's sparse form places the values at their keys") {
  const Value X = floats_by_key({3, 0}, {1.5, -0.0});
  const auto sparse = [](const char* cast_to) {
    return cast_map(cast_to).set("map_form", "SPARSE").set("max_map", 4);
  };
  CHECK(show(sparse("TO_FLOAT").run({X})) == "float[1, 4] -0 0 0 1.5");
  const std::string place = "InvalidInput: ai.onnx.ml.CastMap-1 (output 'y0'): ";
  CHECK(sparse("TO_FLOAT").error({floats_by_key({4}, {1})}) == place + "key 4 is outside [0, 3]");
  CHECK(sparse("TO_FLOAT").error({floats_by_key({-1}, {1})}) == place + "key -1 is outside [0, 3]");
  CHECK(sparse("TO_FLOAT").set("max_map", -1).error({X}) == place + "max_map is -1");
}

TEST_CASE("CastMap accepts only its forms and types") {
  const std::string place = "InvalidInput: ai.onnx.ml.CastMap-1 (output 'y0'): ";
  const Value X = floats_by_key({1}, {1});
  CHECK(cast_map("TO_BOOL").error({X}) ==
        place + "cast_to is 'TO_BOOL'; it may be TO_FLOAT, TO_STRING, TO_INT64");
  CHECK(cast_map("TO_FLOAT").set("map_form", "dense").error({X}) ==
        place + "map_form is 'dense'; it may be DENSE, SPARSE");
}

}  // namespace etalon::test::cast_map_test
