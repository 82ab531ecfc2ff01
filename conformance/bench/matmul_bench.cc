// etalon-matmul-bench: the speed of matrix products and convolutions with sizes from vision models,
// in wall-clock time and in processor time.
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <iostream>
#include <xtensor/xmath.hpp>

#include "engine/numerics/convolution.h"
#include "engine/numerics/matmul.h"

namespace {

using namespace etalon;

Tensor filled(DType type, const Shape& shape) {
  Reals values = empty_array<double>(shape);
  double value = 0;
  for (double& v : values) v = (value = value < 1 ? value + 0.0078125 : -1);
  if (is_float(type)) return Tensor::of(type, values);
  return Tensor::of(type, Ints(xt::cast<int64_t>(100 * values)));
}

struct Time {
  double wall, processor;  // seconds; the latter summed over threads
};

// The shortest times of several runs, which together take about a second.
template <class F>
Time least_time(F f) {
  Time least{1e9, 1e9};
  double total = 0;
  while (total < 1) {
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t processor = std::clock();
    f();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    least.wall = std::min(least.wall, took.count());
    least.processor =
        std::min(least.processor, double(std::clock() - processor) / double(CLOCKS_PER_SEC));
    total += took.count();
  }
  return least;
}

void report(const std::string& what, double operations, const Time& time) {
  std::cout << fmt::format("{:<46} {:10.3f} ms {:8.2f} GFLOP/s, {:6.2f} for each thread\n", what,
                           time.wall * 1e3, operations / time.wall / 1e9,
                           operations / time.processor / 1e9);
}

void product(DType type, size_t M, size_t K, size_t N) {
  const Tensor A = filled(type, {M, K});
  const Tensor B = filled(type, {K, N});
  const Time time = least_time([&] { matmul(A, B); });
  report(fmt::format("{} {} x {} x {}", name(type), M, K, N), 2.0 * double(M * K * N), time);
}

// Kernel k with padding k / 2 over a square image.
void convolution(size_t C, size_t size, size_t M, size_t k, size_t stride, size_t group) {
  const Tensor X = filled(DType::float32, {1, C, size, size});
  const Tensor W = filled(DType::float32, {M, C / group, k, k});
  const size_t out = (size - 1) / stride + 1;
  const Sliding axis{.input = int64_t(size),
                     .kernel = int64_t(k),
                     .stride = int64_t(stride),
                     .begin = int64_t(k / 2),
                     .end = int64_t(k / 2),
                     .output = int64_t(out)};
  const Time time = least_time([&] { convolve(X, W, nullptr, {axis, axis}, group); });
  const double operations = 2.0 * double(M * C / group * k * k * out * out);
  report(fmt::format("conv {}x{}x{} by {}, {}x{} / {}, {} groups", C, size, size, M, k, k, stride,
                     group),
         operations, time);
}

}  // namespace

int main() {
  for (const size_t n : {8, 32, 64, 128, 256, 512, 1024, 2048}) product(DType::float32, n, n, n);
  product(DType::float32, 1, 25088, 4096);
  product(DType::float32, 4096, 4096, 1);
  product(DType::float16, 512, 512, 512);
  product(DType::float64, 512, 512, 512);
  product(DType::int32, 512, 512, 512);
  convolution(3, 224, 64, 7, 2, 1);
  convolution(3, 224, 64, 3, 1, 1);
  convolution(64, 224, 64, 3, 1, 1);
  convolution(128, 112, 128, 3, 1, 1);
  convolution(512, 28, 512, 3, 1, 1);
  convolution(512, 14, 512, 3, 1, 1);
  convolution(64, 56, 256, 1, 1, 1);
  convolution(1024, 14, 256, 1, 1, 1);
  convolution(2048, 7, 512, 1, 1, 1);
  convolution(512, 7, 512, 3, 1, 1);
  convolution(128, 28, 32, 3, 1, 1);
  convolution(272, 28, 272, 3, 1, 272);
  convolution(272, 28, 272, 1, 1, 4);
  return 0;
}
