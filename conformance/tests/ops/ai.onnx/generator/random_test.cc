#include "conformance/tests/ops/one_node.h"

// The seeded numbers are those of NumPy 2's RandomState of the same seed.
namespace etalon::test::generator_random_test {
namespace {

std::vector<double> numbers(const Value& value) {
  const Reals array = value.tensor().as<double>();
  return {array.begin(), array.end()};
}

double mean(const std::vector<double>& x) {
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

double variance(std::vector<double> x) {
  const double middle = mean(x);
  for (double& value : x) value = (value - middle) * (value - middle);
  return mean(x);
}

const std::vector<int64_t> many{100, 1000};

}  // namespace

TEST_CASE("RandomUniform draws what NumPy draws from the same seed") {
  CHECK(show(OneNode("RandomUniform", 1)
                 .set("seed", 3.0)
                 .set("low", -2.0)
                 .set("high", 6.0)
                 .set("shape", std::vector<int64_t>{2, 2})
                 .run({})) == "float[2, 2] 2.4063833 3.6651826 0.3272379 2.0866208");
  CHECK(show(OneNode("RandomUniform", 22)
                 .set("seed", 3.9)
                 .set("dtype", 16)
                 .set("shape", std::vector<int64_t>{0})
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

TEST_CASE("RandomNormal draws what NumPy draws from the same seed") {
  CHECK(near(OneNode("RandomNormal", 1)
                 .set("seed", 3.0)
                 .set("mean", 10.0)
                 .set("scale", 2.0)
                 .set("shape", std::vector<int64_t>{3})
                 .run({}),
             f32({3}, {13.57725715637207, 10.87302017211914, 10.192995071411133}), 0));
}

TEST_CASE("RandomNormal without a seed has the mean and deviation asked for") {
  const std::vector<double> x = numbers(
      OneNode("RandomNormal", 22).set("mean", 5.0).set("scale", 3.0).set("shape", many).run({}));
  CHECK(std::abs(mean(x) - 5) < 0.05);
  CHECK(std::abs(variance(x) - 9) < 0.2);
}

TEST_CASE("RandomUniformLike and RandomNormalLike copy shape and, without dtype, type") {
  const Tensor x = tensor(DType::float64, {1, 2}, {7, 8});
  CHECK(show(OneNode("RandomUniformLike", 1).set("seed", 42.0).run({x})) ==
        "double[1, 2] 0.3745401188473625 0.9507143064099162");
  CHECK(show(OneNode("RandomUniformLike", 22).set("seed", 42.0).set("dtype", 1).run({x})) ==
        "float[1, 2] 0.37454012 0.9507143");
  CHECK(near(OneNode("RandomNormalLike", 1).set("seed", 42.0).run({x}),
             tensor(DType::float64, {1, 2}, {0.4967141530112327, -0.13826430117118466})));
  CHECK(near(OneNode("RandomNormalLike", 22).set("seed", 42.0).set("dtype", 10).run({x}),
             tensor(DType::float16, {1, 2}, {0.4967141530112327, -0.13826430117118466})));
}

TEST_CASE("The Like generators refuse an input type that they cannot return") {
  CHECK(OneNode("RandomUniformLike", 1).error({i64({1}, {1})}) ==
        "InvalidInput: RandomUniformLike-1 (output 'y0'): the output cannot have the element type "
        "int64");
  CHECK(OneNode("RandomNormalLike", 22).set("dtype", 7).error({f32({1}, {1})}) ==
        "InvalidInput: RandomNormalLike-22 (output 'y0'): the output cannot have the element type "
        "int64");
}

TEST_CASE("Bernoulli draws what NumPy's binomial draws from the same seed") {
  const Tensor p = tensor(DType::float64, {2, 4}, {0.1, 0.3, 0.5, 0.6, 0.7, 0.9, 0, 1});
  CHECK(show(OneNode("Bernoulli", 15).set("seed", 7.0).run({p})) == "double[2, 4] 0 1 0 0 0 1 0 1");
  CHECK(show(OneNode("Bernoulli", 22).set("seed", 7.0).set("dtype", 9).run({p})) ==
        "bool[2, 4] false true false false false true false true");
  CHECK(show(OneNode("Bernoulli", 22).set("seed", 7.0).set("dtype", 3).run({p})) ==
        "int8[2, 4] 0 1 0 0 0 1 0 1");
}

TEST_CASE("Bernoulli without a seed draws 1 with probability input") {
  const auto frequency = [](double p) {
    return mean(
        numbers(OneNode("Bernoulli", 22).run({f32({100000}, std::vector<double>(100000, p))})));
  };
  CHECK(frequency(0) == 0);
  CHECK(frequency(1) == 1);
  CHECK(std::abs(frequency(0.25) - 0.25) < 0.01);
  CHECK(std::abs(frequency(0.75) - 0.75) < 0.01);
}

TEST_CASE("Bernoulli refuses what is no probability") {
  CHECK(OneNode("Bernoulli", 15).error({f32({1}, {1.5})}) ==
        "InvalidInput: Bernoulli-15 (output 'y0'): the probability 1.5 is outside [0, 1]");
  CHECK(OneNode("Bernoulli", 15).error({f32({1}, {NAN})}) ==
        "InvalidInput: Bernoulli-15 (output 'y0'): the probability nan is outside [0, 1]");
}

TEST_CASE("Multinomial draws the classes with their probabilities") {
  const Tensor input =
      f32({2, 3}, {std::log(1.0), std::log(2.0), std::log(5.0), -INFINITY, 3, -INFINITY});
  const Value output = OneNode("Multinomial", 7).set("sample_size", 40000).run({input});
  REQUIRE(output.tensor().shape() == Shape{2, 40000});
  CHECK(output.tensor().dtype() == DType::int32);
  const std::vector<double> x = numbers(output);
  const auto frequency = [&](size_t row, double outcome) {
    const auto first = x.begin() + std::ptrdiff_t(row * 40000);
    return static_cast<double>(std::count(first, first + 40000, outcome)) / 40000;
  };
  CHECK(std::abs(frequency(0, 0) - 0.125) < 0.01);
  CHECK(std::abs(frequency(0, 1) - 0.25) < 0.01);
  CHECK(std::abs(frequency(0, 2) - 0.625) < 0.01);
  CHECK(frequency(1, 1) == 1);
}

TEST_CASE("Multinomial takes its type from dtype and one sample by default") {
  CHECK(show(OneNode("Multinomial", 22).set("dtype", 7).run({f32({2, 1}, {0, -5})})) ==
        "int64[2, 1] 0 0");
  CHECK(show(OneNode("Multinomial", 22).set("sample_size", 0).run({f32({1, 1}, {0})})) ==
        "int32[1, 0]");
}

TEST_CASE("Multinomial refuses rows without a possible outcome") {
  const std::string refusal =
      "InvalidInput: Multinomial-7 (output 'y0'): a row of input holds no log-probabilities of "
      "which one is finite";
  CHECK(OneNode("Multinomial", 7).error({f32({1, 0}, {})}) == refusal);
  CHECK(OneNode("Multinomial", 7).error({f32({1, 2}, {-INFINITY, -INFINITY})}) == refusal);
  CHECK(OneNode("Multinomial", 7).error({f32({1, 2}, {NAN, 1})}) == refusal);
  CHECK(OneNode("Multinomial", 7).error({f32({1, 2}, {INFINITY, 1})}) == refusal);
  CHECK(OneNode("Multinomial", 7).error({f32({2}, {0, 1})}) ==
        "InvalidInput: Multinomial-7 (output 'y0'): input has rank 1, not 2");
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
    node.attributes["shape"] = {"shape", AttributeType::ints, "", std::vector<int64_t>{2}};
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

}  // namespace etalon::test::generator_random_test
