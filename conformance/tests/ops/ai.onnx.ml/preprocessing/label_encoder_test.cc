#include "conformance/tests/ops/one_node.h"

namespace etalon::test::label_encoder_test {
namespace {

OneNode encoder(int64_t opset) { return {"LabelEncoder", opset, "ai.onnx.ml"}; }

}  // namespace

TEST_CASE("LabelEncoder-1 maps strings to places and places to strings") {
  CHECK(show(encoder(1).set("default_string", "?").run({i64({1}, {0})})) == "string[1] '?'");
}

TEST_CASE("LabelEncoder-2 maps any of three types to any of them") {
  CHECK(show(encoder(2)
                 .set("keys_int64s", Integers{INT64_MIN, 2})
                 .set("values_floats", Floats{0.5, NAN})
                 .run({i64({3}, {2, INT64_MIN, 3})})) == "float[3] nan 0.5 -0");
  CHECK(show(encoder(2)
                 .set("keys_floats", Floats{0.5})
                 .set("values_strings", Strings{"half"})
                 .set("default_string", "?")
                 .run({f32({}, {0.25})})) == "string[] '?'");
}

TEST_CASE("LabelEncoder-4 has a default for every type of value") {
  const OneNode keys = encoder(4).set("keys_int64s", Integers{1});
  const Tensor X = i64({1}, {2});
  const auto with = [&](const Tensor& values) {
    return show(OneNode(keys).set("values_tensor", values).run({X}));
  };
  CHECK(with(tensor(DType::float64, {1}, {5})) == "double[1] -0");
  CHECK(with(f32({1}, {5})) == "float[1] -0");
}

TEST_CASE(
    "LabelEncoder requires a list of keys; a list of values of the same length and X of the keys' "
    "type") {
  const std::string place = "InvalidInput: ai.onnx.ml.LabelEncoder-4 (output 'y0'): ";
  const Tensor X = i64({1}, {2});
  const OneNode op = encoder(4).set("keys_int64s", Integers{1}).set("values_int64s", Integers{1});
  CHECK(OneNode(op).set("values_int64s", Integers{1, 2}).error({X}) ==
        place + "there are 1 keys and 2 values");
  CHECK(OneNode(op).set("keys_floats", Floats{1}).error({X}) ==
        place + "2 of the attributes keys_* are given; one and only one is needed");
  CHECK(encoder(4).set("keys_int64s", Integers{1}).error({X}) ==
        place + "0 of the attributes values_* are given; one and only one is needed");
  CHECK(op.error({f32({1}, {1})}) ==
        place + "X is a tensor(float) where the keys are of type int64");
  CHECK(OneNode(op).set("default_tensor", f32({1}, {1})).error({X}) ==
        place + "default_tensor is a tensor(float) of shape [1]; it must be one int64");
}

}  // namespace etalon::test::label_encoder_test
