#include "ops/ai.onnx/signal/quick/fast_transform.h"

#include <bit>

namespace etalon {
namespace {

constexpr size_t most_direct = 32;          // a prime factor by its definition
constexpr uint64_t work_of_product = 1000;  // in multiply-adds
constexpr size_t bytes_of_ball = 160;       // with what more than 128 bits take beside it

size_t smallest_factor(size_t count) {
  for (size_t p = 2; p * p <= count; ++p) {
    if (count % p == 0) return p;
  }
  return count;
}

// What is left of N without its small prime factors.
size_t without_small_factors(size_t N) {
  for (size_t p = 2; p <= most_direct; ++p) {
    while (N % p == 0) N /= p;
  }
  return N;
}

}  // namespace

ComplexBalls::ComplexBalls(size_t size)
    : size_(size), charge_(size * bytes_of_ball), balls_(_acb_vec_init(static_cast<slong>(size))) {}

ComplexBalls::~ComplexBalls() { _acb_vec_clear(balls_, static_cast<slong>(size_)); }

struct FastTransform::Chirp {
  Chirp(size_t points, long precision)
      : N(points),
        bits(precision),
        length(std::bit_ceil(2 * N - 1)),
        convolution(length, bits),
        chirp(N),
        filter(length) {
    const size_t turns = 2 * N;
    ComplexBalls roots(turns);
    ComplexBalls inverse(length);
    count_work(work_of_product * turns);
    _acb_vec_unit_roots(roots[0], static_cast<slong>(turns), static_cast<slong>(turns), bits);
    for (size_t j = 0, square = 0; j < N; ++j) {  // j² modulo 2N
      acb_conj(chirp[j], roots[square]);
      acb_set(inverse[j], roots[square]);
      acb_set(inverse[(length - j) % length], roots[square]);
      square = (square + 2 * j + 1) % turns;
    }
    convolution.transform(inverse, filter);
  }

  void transform(acb_srcptr x, size_t stride, acb_ptr X) const {
    ComplexBalls padded(length);
    ComplexBalls spectrum(length);
    for (size_t n = 0; n < N; ++n) acb_mul(padded[n], x + n * stride, chirp[n], bits);
    convolution.transform(padded, spectrum);
    for (size_t k = 0; k < length; ++k) {
      count_work(work_of_product);
      acb_mul(spectrum[k], spectrum[k], filter[k], bits);
    }
    convolution.transform(spectrum, padded);  // length times the inverse transform, turned
    const auto shift = -static_cast<slong>(std::countr_zero(length));
    for (size_t k = 0; k < N; ++k) {
      acb_mul(X + k, padded[(length - k) % length], chirp[k], bits);
      acb_mul_2exp_si(X + k, X + k, shift);
    }
  }

  size_t N;
  long bits;
  size_t length;
  FastTransform convolution;
  ComplexBalls chirp, filter;
};

FastTransform::FastTransform(size_t N, long bits) : N_(N), bits_(bits), roots_(N) {
  count_work(work_of_product * N);
  _acb_vec_unit_roots(roots_[0], static_cast<slong>(N), static_cast<slong>(N), bits);
  const size_t rest = without_small_factors(N);
  if (rest > 1) chirp_ = std::make_unique<Chirp>(rest, bits);
}

FastTransform::~FastTransform() = default;

void FastTransform::part(acb_srcptr x, size_t stride, size_t count, acb_ptr X) const {
  if (count == 1) return acb_set(X, x);
  if (chirp_ && chirp_->N == count) return chirp_->transform(x, stride, X);
  const size_t p = smallest_factor(count), points = count / p;
  for (size_t r = 0; r < p; ++r) part(x + r * stride, stride * p, points, X + r * points);
  if (p == 2) return combine_two(count, X);
  combine(p, count, X);
}

void FastTransform::combine_two(size_t count, acb_ptr X) const {
  const size_t points = count / 2;
  count_work(work_of_product * points);
  acb_t turned;
  acb_init(turned);
  for (size_t k = 0; k < points; ++k) {
    acb_mul(turned, X + points + k, root(k, count), bits_);
    acb_sub(X + points + k, X + k, turned, bits_);
    acb_add(X + k, X + k, turned, bits_);
  }
  acb_clear(turned);
}

void FastTransform::combine(size_t p, size_t count, acb_ptr X) const {
  const size_t points = count / p;
  ComplexBalls turned(p);
  for (size_t k = 0; k < points; ++k) {
    count_work(work_of_product * p * p);
    for (size_t r = 0; r < p; ++r) {
      acb_mul(turned[r], X + r * points + k, root(r * k, count), bits_);
    }
    for (size_t q = 0; q < p; ++q) {
      acb_ptr sum = X + q * points + k;
      acb_set(sum, turned[0]);
      for (size_t r = 1; r < p; ++r) acb_addmul(sum, turned[r], root(r * q, p), bits_);
    }
  }
}

}  // namespace etalon
