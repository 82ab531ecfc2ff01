#include "conformance/tests/ops/ai.onnx/generator/draws.h"

namespace etalon::test::random_uniform_test {

TEST_CASE("RandomUniform draws what NumPy draws from the same seed") {
  CHECK(show(OneNode("RandomUniform", 1)
                 .set("seed", 3.0)
                 .set("low", -2.0)
                 .set("high", 6.0)
                 .set("shape", Integers{2, 2})
                 .run({})) == "float[2, 2] 2.4063833 3.6651826 0.3272379 2.0866208");
  CHECK(show(OneNode("RandomUniform", 22)
                 .set("seed", 3.9)
                 .set("dtype", 16)
                 .set("shape", Integers{0})
                 .run({})) == "bfloat16[0]");
}

TEST_CASE("RandomUniform without a seed is uniform from low to high") {
  const std::vector<double> x = numbers(
      OneNode("RandomUniform", 22).set("low", 10.0).set("high", 12.0).set("shape", many).run({}));
  CHECK(*std::min_element(x.begin(), x.end()) >= 10);
  CHECK(*std::max_element(x.begin(), x.end()) <= 12);
  CHECK(std::abs(mean(x) - 11) < 0.01);
  CHECK(std::abs(variance(x) - 1.0 / 3) < 0.01);
}

TEST_CASE(
    "A seed gives the same draws each time; without one nodes go on drawing from one stream") {
  const Values inputs{f32({2, 3}, {1, 2, 3, 4, 5, 6})};
  const OneNode seeded = OneNode("RandomUniformLike", 22).set("seed", 1.0);
  CHECK(show(seeded.run(inputs)) == show(seeded.run(inputs)));
  Model model;
  model.opsets[""] = 22;
  for (const char* name : {"y0", "y1"}) {
    Node node;
    node.op_type = "RandomUniform";
    node.outputs = {name};
    node.attributes["shape"] = {"shape", AttributeType::ints, "", Integers{2}};
    model.graph.nodes.push_back(node);
    model.graph.outputs.push_back({name, {}});
  }
  Options options;
  const Values by_default = evaluate(model, {}, options);
  options.seed = 42;
  const Values drawn = evaluate(model, {}, options);
  CHECK(show(drawn[0]) == "float[2] 0.37454012 0.9507143");
  CHECK(show(drawn[1]) == "float[2] 0.7319939 0.5986585");
  CHECK(show(by_default[0]) == "float[2] 0.8147237 0.90579194");
}

}  // namespace etalon::test::random_uniform_test
