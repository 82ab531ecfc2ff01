// Whatever takes long looks at the time budget while it runs, not before and after.
#include "conformance/tests/ops/one_node.h"
#include "engine/values/host.h"

namespace etalon::polling_test {
namespace {

using test::f32;
using test::i64;
using test::OneNode;
using test::texts;
using test::zeros;

// How often the time budget is looked at, if each time counts.
size_t looks(const OneNode& node, const Values& inputs) {
  size_t count = 0;
  const Watch watch([&] { ++count; }, std::chrono::milliseconds(0));
  node.run_all(inputs);
  return count;
}

// More than a node needs before and after its work.
constexpr size_t some = 10;

TEST_CASE("small nodes look at the time budget a few times") {
  CHECK(looks(OneNode("Mish", 22), {zeros({1})}) < some);
  CHECK(looks(OneNode("Unique", 11), {test::counted({1})}) < some);
}

TEST_CASE("random numbers look at the time budget while they are drawn") {
  const std::vector<int64_t> shape = {10'000'000};
  CHECK(looks(OneNode("RandomNormal", 22).set("shape", shape), {}) > some);
  CHECK(looks(OneNode("RandomUniform", 22).set("shape", std::vector<int64_t>{30'000'000}), {}) >
        some);
  CHECK(looks(OneNode("Multinomial", 22).set("sample_size", 20'000'000), {f32({1, 2}, {0, 0})}) >
        some);
}

TEST_CASE("strings look at the time budget while they are copied") {
  const std::string text(40, 'x');
  CHECK(looks(OneNode("Tile", 13), {texts({1}, {text}), i64({1}, {4'000'000})}) > some);
  CHECK(looks(OneNode("Expand", 13), {texts({1}, {text}), i64({1}, {4'000'000})}) > some);
}

TEST_CASE("functions of elements look at the time budget") {
  CHECK(looks(OneNode("Mish", 22), {zeros({6'000'000})}) > some);
  CHECK(looks(OneNode("HannWindow", 17), {i64({}, {4'000'000})}) > some);
  const Value theta = f32({1, 2, 3}, {1, 0, 0, 0, 1, 0});
  CHECK(looks(OneNode("AffineGrid", 20), {theta, i64({4}, {1, 1, 2000, 2000})}) > some);
}

TEST_CASE("what sorts and what folds looks at the time budget") {
  CHECK(looks(OneNode("Unique", 11), {test::counted({6'000'000})}) > some);
  CHECK(looks(OneNode("ReduceProd", 18), {zeros({30'000'000})}) > some);
}

}  // namespace
}  // namespace etalon::polling_test
