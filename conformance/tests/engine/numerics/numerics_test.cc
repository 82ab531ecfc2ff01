#include "engine/numerics/numerics.h"

#include "conformance/tests/ops/one_node.h"
#include "engine/numerics/matmul.h"

namespace etalon::test::numerics_test {
namespace {

Reals reals(const Shape& shape, const std::vector<double>& values) {
  return tensor(DType::float64, shape, values).as<double>();
}
std::string shown(const Reals& x) { return show(Tensor::of(DType::float64, x)); }

}  // namespace

TEST_CASE("An axis counts from the end when negative and is refused outside the rank") {
  CHECK(axis_index(-1, 3) == 2);
  CHECK(axis_index(2, 3) == 2);
  CHECK_THROWS_AS(axis_index(3, 3), InvalidInput);
  CHECK_THROWS_AS(axis_index(-4, 3), InvalidInput);
  CHECK_THROWS_AS(axis_index(0, 0), InvalidInput);
  CHECK_THROWS_AS(axis_indices({0, -2}, 2), InvalidInput);
}

TEST_CASE("The time budget ends lists of positions and coordinates while they are filled") {
  constexpr size_t count = size_t{1} << 26;
  const auto in_time = [](const std::function<void()>& fill) {
    Limits limits;
    limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(10);
    const LimitScope scope(limits);
    fill();
  };
  CHECK_THROWS_AS(in_time([] { positions({count}); }), LimitExceeded);
  CHECK_THROWS_AS(in_time([] { coordinate({count}, 0); }), LimitExceeded);
  CHECK_THROWS_AS(in_time([] { coordinate({2, count / 2}, 0); }), LimitExceeded);
}

TEST_CASE("Shapes broadcast as NumPy's do; a size of 0 included") {
  CHECK(broadcast_shapes({2, 1}, {3}) == Shape{2, 3});
  CHECK(broadcast_shapes({}, {4}) == Shape{4});
  CHECK(broadcast_shapes({0}, {1}) == Shape{0});
  CHECK_THROWS_AS(broadcast_shapes({2}, {3}), InvalidInput);
  CHECK_THROWS_AS(broadcast_shapes({0}, {2}), InvalidInput);
}

TEST_CASE("Reductions keep reduced axes as size 1 and give the neutral element when empty") {
  const Reals x = reals({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(shown(sum_over(x, {0})) == "double[1, 3] 5 7 9");
  CHECK(shown(sum_over(x, {1})) == "double[2, 1] 6 15");
  CHECK(shown(sum_over(x, {0, 1})) == "double[1, 1] 21");
  CHECK(shown(sum_over(x, {})) == shown(x));
  const Reals none = reals({0, 2}, {});
  CHECK(shown(sum_over(none, {0})) == "double[1, 2] 0 0");
  CHECK(shown(product_over(none, {0})) == "double[1, 2] 1 1");
  CHECK(shown(max_over(none, {0})) == "double[1, 2] -inf -inf");
  CHECK(shown(min_over(none, {0})) == "double[1, 2] inf inf");
  CHECK(max_over(Ints(Shape{0}), {0})(0) == INT64_MIN);
}

TEST_CASE("A real sum keeps what plain addition loses") {
  // 1 + 1e100 + 1 - 1e100 = 2 exactly; plain addition gives 0.
  CHECK(sum_over(reals({4}, {1, 1e100, 1, -1e100}), {0})(0) == 2);
  CHECK(std::isinf(sum_over(reals({2}, {inf, 1}), {0})(0)));
  CHECK(std::isnan(sum_over(reals({2}, {inf, -inf}), {0})(0)));
}

TEST_CASE("Maximum and minimum give NaN if either is NaN; at any position") {
  CHECK(std::isnan(maximum(1.0, double(NAN))));
  CHECK(std::isnan(minimum(double(NAN), 1.0)));
  CHECK(std::isnan(max_over(reals({3}, {1, NAN, 2}), {0})(0)));
  CHECK(std::isnan(min_over(reals({3}, {NAN, 1, 2}), {0})(0)));
}

TEST_CASE("Movement keeps bits and fills negative positions") {
  Tensor x = Tensor::zeros(DType::float32, {2});
  x.mutable_slots<uint32_t>()[0] = 0xFFC00001;  // a NaN with sign and payload
  Ints at(Shape{3});
  at(0) = 0, at(1) = -1, at(2) = 0;
  const Tensor y = take(x, at);
  CHECK(y.slots<uint32_t>()[2] == 0xFFC00001);
  CHECK(y.slots<uint32_t>()[1] == 0);
  CHECK(show(take(f32({2}, {1, 2}), at, scalar(DType::float32, 9.0))) == "float[3] 1 9 1");
  CHECK(show(take(texts({1}, {"a"}), Ints(Shape{}, 0))) == "string[] 'a'");
}

TEST_CASE("Pick and slice and concat and transpose on every kind of edge") {
  const Tensor x = f32({2, 3}, {0, 1, 2, 3, 4, 5});
  CHECK(show(pick(x, 1, {2, 0})) == "float[2, 2] 2 0 5 3");
  CHECK(show(pick(x, 0, {})) == "float[0, 3]");
  CHECK(show(slice(x, 1, 1, 3)) == "float[2, 2] 1 2 4 5");
  CHECK(show(concat({x, slice(x, 1, 0, 1)}, 1)) == "float[2, 4] 0 1 2 0 3 4 5 3");
  CHECK(show(concat({f32({0, 3}, {}), x}, 0)) == show(x));
  CHECK_THROWS_AS(concat({x, f32({1, 2}, {0, 0})}, 0), InvalidInput);
  CHECK(show(transposed(x, {1, 0})) == "float[3, 2] 0 3 1 4 2 5");
  CHECK(show(transposed(f32({}, {7}), {})) == "float[] 7");
}

TEST_CASE("A matrix product broadcasts leading axes and takes vectors") {
  const Tensor a = f32({2, 2}, {1, 2, 3, 4});
  CHECK(show(matmul(a, f32({2}, {1, 10}))) == "float[2] 21 43");
  CHECK(show(matmul(f32({2}, {1, 10}), a)) == "float[2] 31 42");
  CHECK(show(matmul(f32({2}, {1, 2}), f32({2}, {3, 4}))) == "float[] 11");
  CHECK(show(matmul(f32({2, 1, 2}, {1, 0, 0, 1}), a)) == "float[2, 1, 2] 1 2 3 4");
  CHECK(show(matmul(f32({2, 0}, {}), f32({0, 2}, {}))) == "float[2, 2] 0 0 0 0");
  CHECK_THROWS_AS(matmul(a, f32({3}, {1, 2, 3})), InvalidInput);
  CHECK_THROWS_AS(matmul(a, f32({}, {1})), InvalidInput);
  CHECK(show(matmul(integers(DType::uint32, {1, 1}, {65536}),
                    integers(DType::uint32, {1, 1}, {65536}))) == "uint32[1, 1] 0");
}

TEST_CASE("A float64 product carries its rounding errors along") {
  // (1 + e)(1 + e) - 1 - 2e = e² exactly, e = 2^-40; plain double arithmetic gives 0.
  const double e = std::ldexp(1, -40);
  const Tensor a = tensor(DType::float64, {3}, {1 + e, -1, -2});
  const Tensor b = tensor(DType::float64, {3}, {1 + e, 1, e});
  CHECK(matmul(a, b).item<double>() == e * e);
}

}  // namespace etalon::test::numerics_test
