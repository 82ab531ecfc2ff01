#include "conformance/tests/ops/one_node.h"
#include "engine/numerics/numerics.h"
#include "engine/numerics/rounded.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"

#include <algorithm>
#include <numbers>

namespace etalon::test::dft_test {
namespace {

OneNode dft(int opset, bool inverse, bool onesided) {
  return OneNode("DFT", opset).set("inverse", inverse ? 1 : 0).set("onesided", onesided ? 1 : 0);
}

}  // namespace

TEST_CASE("DFT along any axis but the last") {
  const Tensor x = f32({2, 2, 1}, {1, 2, 3, 4});
  const std::string place = "InvalidInput: DFT-20 (output 'y0'): ";
  CHECK(OneNode("DFT", 20).error({x, none, i64({}, {-1})}) ==
        place + "axis -1 is the axis of the real and imaginary parts");
  CHECK(OneNode("DFT", 20).error({x, none, i64({}, {3})}) == place + "axis 3 is outside [-3, 2]");
}

TEST_CASE("dft_length pads with zeros or cuts") {
  const Tensor x = f32({1, 2, 1}, {1, 2});
  CHECK(OneNode("DFT", 20).error({x, i64({}, {0})}) ==
        "InvalidInput: DFT-20 (output 'y0'): the length of the transform is 0");
}

TEST_CASE("onesided returns the first half of a real signal's spectrum") {
  CHECK(dft(20, false, true).error({f32({1, 2, 2}, {1, 2, 3, 4})}) ==
        "InvalidInput: DFT-20 (output 'y0'): onesided needs a real signal, or for the inverse a "
        "complex spectrum");
}

TEST_CASE("The onesided inverse returns the real signal") {
  const Tensor half = f32({1, 3, 2}, {10, 0, -2, 2, -2, 0});
  // Of length 5, the same bins and their conjugates: Σ X[k] / 5 at n = 0.
  const Value five = dft(20, true, true).run({half, i64({}, {5})});
  CHECK(five.tensor().shape() == Shape{1, 5, 1});
  CHECK(near(slice(five.tensor(), 1, 0, 1), f32({1, 1, 1}, {(10 - 2 * 2 - 2 * 2) / 5.0})));
  // Missing bins are zero.
  CHECK(dft(20, true, true).error({f32({1, 1, 2}, {8, 0})}) ==
        "InvalidInput: DFT-20 (output 'y0'): the length of the transform is 0");
  CHECK(dft(20, true, true).error({f32({1, 3, 1}, {1, 2, 3})}) ==
        "InvalidInput: DFT-20 (output 'y0'): onesided needs a real signal, or for the inverse a "
        "complex spectrum");
}

TEST_CASE("DFT is good to an ULP for double and rounds float16 once") {
  const double s = std::sqrt(3.0) / 2;
  CHECK(near(dft(20, false, false).run({tensor(DType::float64, {3, 1}, {1, 2, 4})}),
             tensor(DType::float64, {3, 2}, {7, 0, -2, 2 * s, -2, -2 * s}), 2));
  CHECK(near(dft(20, false, false).run({tensor(DType::float16, {3, 1}, {1, 2, 4})}),
             tensor(DType::float16, {3, 2}, {7, 0, -2, 2 * s, -2, -2 * s}), 0.51));
}

TEST_CASE("DFT of long signals: a single wave is a single bin") {
  constexpr size_t N = 3000;
  std::vector<double> wave;
  for (size_t n = 0; n < N; ++n) {
    wave.push_back(std::cos(2 * std::numbers::pi * static_cast<double>(n * 7 % N) / N));
  }
  const Reals bins = OneNode("DFT", 20)
                         .set("onesided", 1)
                         .run({tensor(DType::float64, {N, 1}, wave)})
                         .tensor()
                         .as<double>();
  for (size_t k = 0; k < N / 2 + 1; ++k) {
    CHECK(std::abs(bins(k, 0) - (k == 7 ? N / 2.0 : 0)) < 1e-10);
    CHECK(std::abs(bins(k, 1)) < 1e-10);
  }
}

TEST_CASE("DFT decides sums of irrational numbers that are 0 or half way between two numbers") {
  const uint64_t undecided = evaluation().undecided_results;
  for (const DType type : {DType::float32, DType::float64}) {
    for (const int inverse : {0, 1}) {
      const Tensor ones = tensor(type, {1, 15, 1}, std::vector<double>(15, 1.0));
      const Reals bins =
          OneNode("DFT", 20).set("inverse", inverse).run({ones}).tensor().as<double>();
      CHECK(bins.data()[0] == (inverse != 0 ? 1 : 15));
      CHECK(std::all_of(bins.begin() + 1, bins.end(), [](double x) { return x == 0; }));
    }
  }
  // 1 + 3·2^-10 cos 60°
  const Tensor tie = tensor(DType::float16, {1, 6, 1}, {1, 3 * 0x1p-10, 0, 0, 0, 0});
  const Reals bins = OneNode("DFT", 20).run({tie}).tensor().as<double>();
  CHECK(bins(0, 1, 0) == 1 + 0x1p-9);
  CHECK(bins(0, 5, 0) == 1 + 0x1p-9);
  CHECK(evaluation().undecided_results == undecided);
}

TEST_CASE("DFT by a fast transform gives the bytes of the formula") {
  const std::vector<size_t> lengths = {1, 2, 3, 4, 5, 6, 8, 9, 12, 15, 16, 30, 36, 37, 49, 74};
  for (const size_t N : lengths) {
    for (const size_t parts : std::vector<size_t>{1, 2}) {
      std::vector<double> x;  // a row of any numbers, one of a few whole ones, one of zeros
      for (size_t i = 0; i < 3 * N * parts; ++i) {
        const size_t row = i / (N * parts);
        const double any = std::sin(double(i * i + N));
        x.push_back(row == 0 ? any : row == 1 ? -std::round(1.2 * any) : 0.0);
      }
      const Tensor rows = tensor(DType::float64, {3, N, parts}, x);
      for (const int inverse : {0, 1}) {
        const auto run = [&] {
          return OneNode("DFT", 20).set("inverse", inverse).run({rows}).tensor().as<double>();
        };
        const Reals fast = run();
        const Setting plain(&Evaluation::plain, true);
        const Setting marked(&Evaluation::marks_undecided,
                             true);  // the formula alone leaves ties, and some zeros, undecided
        const Reals exact = run();
        size_t wrong = 0;
        for (size_t i = 0; i < exact.size(); ++i) {
          const double a = fast.data()[i], b = exact.data()[i];
          wrong += size_t(!std::isnan(b) && (a != b || std::signbit(a) != std::signbit(b)));
        }
        INFO(N << " points, " << parts << " parts, inverse " << inverse);
        CHECK(wrong == 0);
      }
    }
  }
}

TEST_CASE("DFT finds sums that are 0 in long signals") {
  // Even about 0: the imaginary parts are 0. Whole periods: all bins but one are.
  for (const size_t N : std::vector<size_t>{4096, 2310, 1009}) {
    INFO(N);
    std::vector<double> even(N, 1.0), ones(N, 1.0);
    for (size_t n = 1; n <= N / 2; ++n) even[n] = even[N - n] = std::cos(double(n * n));
    std::vector<double> both = even;
    both.insert(both.end(), ones.begin(), ones.end());
    const uint64_t undecided = evaluation().undecided_results;
    const Reals bins =
        OneNode("DFT", 20).run({tensor(DType::float64, {2, N, 1}, both)}).tensor().as<double>();
    CHECK(evaluation().undecided_results == undecided);
    size_t wrong = 0;
    for (size_t k = 0; k < N; ++k) {
      wrong += size_t(bins(0, k, 1) != 0 || bins(0, k, 0) == 0);
      wrong += size_t(bins(1, k, 1) != 0 || bins(1, k, 0) != (k == 0 ? double(N) : 0));
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("DFT of empty batches and inputs without complex parts") {
  CHECK_THROWS_AS(OneNode("DFT", 17).run({f32({1, 4, 1}, {1, 2, 3, 4}), i64({}, {INT64_MAX})}),
                  LimitExceeded);
  CHECK(OneNode("DFT", 17).error({f32({1, 4, 3}, std::vector<double>(12, 0))}) ==
        "InvalidInput: DFT-17 (output 'y0'): input has the shape [1, 4, 3], whose last axis is "
        "not of size 1 or 2");
  CHECK(OneNode("DFT", 17).error({f32({1, 0, 1}, {})}) ==
        "InvalidInput: DFT-17 (output 'y0'): the length of the transform is 0");
}

}  // namespace etalon::test::dft_test
