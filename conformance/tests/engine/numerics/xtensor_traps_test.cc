// xtensor 0.24 behaviours that the engine's helpers replace. If one of these changes upstream, the
// helper named next to it may be reconsidered.
#include "conformance/tests/ops/one_node.h"
#include "engine/numerics/numerics.h"

namespace etalon::test::xtensor_traps_test {

TEST_CASE("max_over keeps NaN and -infinity where xt::amax loses them") {
  const Reals with_nan = tensor(DType::float64, {2}, {NAN, 1}).as<double>();
  CHECK(std::isnan(max_over(with_nan, {0})(0)));
  const Reals empty = tensor(DType::float64, {0}, {}).as<double>();
  CHECK(max_over(empty, {0})(0) == -INFINITY);
}

TEST_CASE("x - max_over(x) broadcasts an evaluated reduction") {
  const Reals x = tensor(DType::float64, {2, 2}, {1, 2, 5, 3}).as<double>();
  const Reals largest = max_over(x, {1});
  const Reals difference = x - largest;
  CHECK(show(Tensor::of(DType::float64, difference)) == "double[2, 2] -1 0 0 -2");
}

TEST_CASE("rint rounds half to even where xt::round goes away from zero") {
  const Reals x = tensor(DType::float64, {3}, {0.5, 1.5, -2.5}).as<double>();
  const Reals rounded = xt::rint(x);
  CHECK(show(Tensor::of(DType::float64, rounded)) == "double[3] 0 2 -2");
}

TEST_CASE("Rank-0 arrays broadcast with any other") {
  const Reals x = tensor(DType::float64, {2}, {1, 2}).as<double>();
  const Reals sum = x + scalar_array(1.0);
  CHECK(show(Tensor::of(DType::float64, sum)) == "double[2] 2 3");
  CHECK(scalar_array(5.0).dimension() == 0);
}

TEST_CASE("int8 sums are made in a carrier that does not overflow early") {
  const Tensor x = tensor(DType::int8, {2}, {100, 100});
  CHECK(sum_over(x.as<int64_t>(), {0})(0) == 200);
  CHECK(show(OneNode("ReduceSum", 11)
                 .set("axes", std::vector<int64_t>{0})
                 .run({integers(DType::int32, {2}, {INT32_MAX, 1})})) == "int32[1] -2147483648");
}

}  // namespace etalon::test::xtensor_traps_test
