#include "engine/formula.h"
#include "engine/values/evaluation.h"

#include "conformance/tests/ops/one_node.h"
#include "engine/operators/rooms.h"

namespace etalon::test::formula_test {

TEST_CASE("pairwise() broadcasts both ways; in row-major order") {
  const Tensor A = f32({2, 1}, {10, 20});
  const Tensor B = f32({3}, {1, 2, 3});
  CHECK((pairwise<double>(A, B, std::minus()) == Reals{{9, 8, 7}, {19, 18, 17}}));
  CHECK((pairwise<double>(B, A, std::minus()) == Reals{{-9, -8, -7}, {-19, -18, -17}}));
  CHECK(pairwise<double>(f32({}, {1}), f32({}, {2}), std::plus()).shape().empty());
  CHECK(pairwise<double>(f32({0}, {}), f32({1}, {2}), std::plus()).shape() == Shape{0});
  CHECK_THROWS_AS(pairwise<double>(f32({2}, {1, 2}), B, std::plus()), InvalidInput);
}

TEST_CASE("pairwise() gives the function's results also for different carriers") {
  const Tensor A = i64({2}, {1, 2});
  CHECK((pairwise<int64_t>(A, i64({}, {1}), std::greater()) == Bools{false, true}));
  const auto scaled = [](int64_t a, double b) { return static_cast<double>(a) * b; };
  CHECK((pairwise<int64_t, double>(A, f32({}, {0.5}), scaled) == Reals{0.5, 1}));
}

TEST_CASE("each() rounds each element's exact result once and broadcasts") {
  const auto sum = [](const auto& a, const auto& b) { return a + b; };
  // 2^24 + 1 lies halfway between two float32; with 2^-30 more it is nearer to the upper one. A sum
  // in double, rounded again, would lose what decides.
  const Tensor big = f64({2, 1}, {0x1p24 + 1, 1});
  CHECK(show(each(DType::float32, big, f64({}, {0x1p-30}), sum)) == "float[2, 1] 16777218 1");
  CHECK(show(each(f32({2, 1}, {1, 2}), f32({2}, {10, 20}), sum)) == "float[2, 2] 11 21 12 22");
  CHECK(show(each(f32({0}, {}), f32({}, {1}), sum)) == "float[0]");
  CHECK(show(each(f32({}, {2}), [](const auto& x) { return x * x; })) == "float[] 4");
  CHECK_THROWS_AS(each(f32({2}, {1, 2}), f32({3}, {1, 2, 3}), sum), InvalidInput);
}

TEST_CASE("each<numbers>() evaluates integers as integers which wrap") {
  const auto twice = [](const auto& x) { return x + x; };
  CHECK(show(each<numbers>(i8({2}, {100, -3}), twice)) == "int8[2] -56 -6");
  const Tensor most = i64({1}, {INT64_MAX});
  CHECK(show(each<numbers>(most, twice)) == "int64[1] -2");
}

TEST_CASE("each() of a list of tensors takes their elements together") {
  const auto sum = [](const auto& x) {
    auto total = x[0];
    for (size_t i = 1; i < x.size(); ++i) total = total + x[i];
    return total;
  };
  const std::vector<Tensor> X{f32({2}, {1, 2}), f32({}, {10}), f32({2, 1}, {0, 100})};
  CHECK(show(each(X, sum)) == "float[2, 2] 11 12 111 112");
}

TEST_CASE("holds() compares exact values") {
  const auto less = [](auto a, auto b) { return a < b; };
  // As doubles both would be 2^53.
  const Tensor a = i64({1}, {(int64_t{1} << 53)}), b = i64({1}, {(int64_t{1} << 53) + 1});
  CHECK(show(holds(a, b, less)) == "bool[1] true");
  CHECK(show(holds(f32({2}, {NAN, 1}), [](auto x) { return x == x; })) == "bool[2] false true");
}

TEST_CASE("by_sets() gives each set an array of its shape or one element") {
  const Tensor X = f32({2, 3}, {1, 2, 3, 4, 5, 6});
  const auto shares = []<class R>(const Array<R>& x) { return Array<R>(x / sum_over(x)); };
  CHECK(show(by_sets(f32({2, 2}, {1, 3, 2, 2}), {1}, shares)) == "float[2, 2] 0.25 0.75 0.5 0.5");
  const auto sums = []<class R>(const Array<R>& x) { return sum_over(x); };
  CHECK(show(by_sets(X, {1}, sums)) == "float[2, 1] 6 15");
  CHECK(show(by_sets(X, {0}, sums)) == "float[1, 3] 5 7 9");
  CHECK(show(by_sets(X, {0, 1}, sums)) == "float[1, 1] 21");
  CHECK(show(by_sets(f32({2, 0}, {}), {1}, sums)) == "float[2, 1] 0 0");
}

TEST_CASE("by_sets() adds up exactly; in float64 too") {
  const auto sums = []<class R>(const Array<R>& x) { return sum_over(x); };
  CHECK(show(by_sets(f64({3}, {1e300, 1, -1e300}), {0}, sums)) == "double[1] 1");
  CHECK(show(by_sets(f32({3}, {1e38, 1, -1e38}), {0}, sums)) == "float[1] 1");
}

TEST_CASE("by_sets() gives values of parameters to their sets and several results") {
  const Tensor X = f32({2, 2}, {1, 2, 3, 4}), scale = f32({2, 1}, {10, 100});
  const auto both = [&]<class R>(const Array<R>& x, const Sets& sets) -> Arrays<R> {
    return {Array<R>(x * sets.of<R>(scale)), max_over(x)};
  };
  const std::vector<Tensor> Y = by_sets(X, {1}, {DType::float32, DType::float64}, both);
  CHECK(show(Y.at(0)) == "float[2, 2] 10 20 300 400");
  CHECK(show(Y.at(1)) == "double[2, 1] 2 4");
}

TEST_CASE("each_output() asks for each element by its index") {
  const auto place = []<class R>(size_t i, size_t j) -> R { return R(double(10 * i + j)); };
  CHECK(show(each_output(DType::float32, {2, 2}, place)) == "float[2, 2] 0 1 10 11");
  // (2^27 + 1)² - 2^54 - 2^28 = 1: no product in double has this digit.
  const Reader a(f64({1}, {0x1p27 + 1})), b(f64({3}, {1, -0x1p54, -0x1p28}));
  const auto exact = [&]<class R>(size_t i) -> R {
    Sum<R> sum;
    sum.add(a.at<R>(i) * a.at<R>(i));
    for (size_t k = 1; k < 3; ++k) sum.add(b.at<R>(k));
    return sum.result();
  };
  CHECK(show(each_output(DType::float64, {1}, exact)) == "double[1] 1");
}

TEST_CASE("sorted_along() keeps the order of equals; best_along() takes the first or the last") {
  const Tensor X = f32({2, 3}, {2, 1, 2, 3, 3, 0});
  const auto more = [](auto a, auto b) { return a > b; };
  const auto shown = [](const Ints& places) { return show(Tensor::of(DType::int64, places)); };
  CHECK(shown(sorted_along(X, 1, more)) == "int64[2, 3] 0 2 1 0 1 2");
  CHECK(shown(best_along(X, 1, more)) == "int64[2, 1] 0 0");
  CHECK(shown(best_along(X, 1, more, Ties::last)) == "int64[2, 1] 2 1");
  CHECK(shown(best_along(f32({3}, {1, NAN, 2}), 0, more)) == "int64[1] 1");
}

TEST_CASE("undefined() throws and stands in where somebody asks what is permitted") {
  CHECK_THROWS_AS(undefined(1, "the text does not say what {} gives", 7), Unspecified);
  const ChoiceScope scope(Recording::on);
  CHECK(undefined(1, "the text does not say what {} gives", 7) == 1);
}

TEST_CASE("formulas alone give the same bytes as with what is quicker") {
  const auto shares = []<class R>(const Array<R>& x) {
    const Array<R> e = real::exp(x - max_over(x));
    return Array<R>(e / sum_over(e));
  };
  const Tensor X = f32({2, 4}, {0.1, -3, 7.25, 1e-30, 80, 81, -100, 5});
  const Tensor quick = by_sets(X, {1}, shares);
  const Setting plain(&Evaluation::plain, true);
  CHECK(identical(quick, by_sets(X, {1}, shares)));
}

}  // namespace etalon::test::formula_test
