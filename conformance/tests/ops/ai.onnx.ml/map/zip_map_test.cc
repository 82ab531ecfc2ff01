#include "conformance/tests/ops/one_node.h"

namespace etalon::test::zip_map_test {
namespace {

OneNode by_text(const std::vector<std::string>& labels) {
  return OneNode("ZipMap", 1, "ai.onnx.ml").set("classlabels_strings", labels);
}
OneNode by_integer(const std::vector<int64_t>& labels) {
  return OneNode("ZipMap", 1, "ai.onnx.ml").set("classlabels_int64s", labels);
}

}  // namespace

TEST_CASE("ZipMap makes a map of each row") {
  const Value Z = by_text({"a", "b"}).run({f32({2, 2}, {1, NAN, -0.0, 4})});
  CHECK(show(Z) ==
        "seq(map(string[2] 'a' 'b': float[] 1; float[] nan); map(string[2] 'a' 'b': float[] -0; "
        "float[] 4))");
  CHECK(to_string(Z.type()) == "seq(map(string, tensor(float)))");
}

TEST_CASE("ZipMap takes a vector for one row and no rows for none") {
  const Value Z = by_integer({1}).run({f32({0, 1}, {})});
  CHECK(to_string(Z.type()) == "seq(map(int64, tensor(float)))");
}

TEST_CASE("ZipMap requires one label for each column; all different") {
  const std::string place = "InvalidInput: ai.onnx.ml.ZipMap-1 (output 'y0'): ";
  const Tensor X = f32({1, 2}, {1, 2});
  CHECK(by_integer({1}).error({X}) == place + "there are 1 class labels for 2 columns");
  CHECK(by_integer({1, 1}).error({X}) == place + "class label 1 is listed twice");
  CHECK(by_text({"a", "a"}).error({X}) == place + "class label a is listed twice");
  CHECK(OneNode("ZipMap", 1, "ai.onnx.ml").error({X}) ==
        place +
            "there are 0 classlabels_int64s and 0 classlabels_strings; one and only one is "
            "needed");
  CHECK(by_text({"a", "b"}).set("classlabels_int64s", std::vector<int64_t>{1, 2}).error({X}) ==
        place +
            "there are 2 classlabels_int64s and 2 classlabels_strings; one and only one is "
            "needed");
}

}  // namespace etalon::test::zip_map_test
