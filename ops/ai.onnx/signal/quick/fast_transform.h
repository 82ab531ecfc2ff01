// A fast Fourier transform over balls of complex numbers.
//
// Sources: J. W. Cooley and J. W. Tukey, "An algorithm for the machine calculation of complex
// Fourier series", 1965; L. Bluestein, "A linear filtering approach to the computation of discrete
// Fourier transform", 1970, for what has a prime factor that is not small.
#pragma once

#if __has_include(<flint/acb.h>)
#include <flint/acb.h>
#else
#include <acb.h>
#endif

#include <memory>

#include "engine/values/limits.h"

namespace etalon {

// Zeros at first.
class ComplexBalls {
 public:
  explicit ComplexBalls(size_t size);
  ~ComplexBalls();
  ComplexBalls(const ComplexBalls&) = delete;
  ComplexBalls& operator=(const ComplexBalls&) = delete;

  acb_ptr operator[](size_t i) { return balls_ + i; }
  acb_srcptr operator[](size_t i) const { return balls_ + i; }

 private:
  size_t size_;
  MemoryCharge charge_;
  acb_ptr balls_;
};

class FastTransform {
 public:
  // Of N ≥ 1 points, to so many bits.
  FastTransform(size_t N, long bits);
  ~FastTransform();
  FastTransform(const FastTransform&) = delete;
  FastTransform& operator=(const FastTransform&) = delete;

  // X[k] = Σ_n e^(-2πi k n / N) x[n] for k < N.
  void transform(const ComplexBalls& x, ComplexBalls& X) const { part(x[0], 1, N_, X[0]); }

 private:
  // The transform of the `count` points x[0], x[stride], …; count divides N.
  void part(acb_srcptr x, size_t stride, size_t count, acb_ptr X) const;
  // X from the transforms, one after the other in X, of each p-th point.
  void combine(size_t p, size_t count, acb_ptr X) const;
  void combine_two(size_t count, acb_ptr X) const;
  // e^(-2πi j / count).
  acb_srcptr root(size_t j, size_t count) const {
    return roots_[(count - j % count) % count * (N_ / count)];
  }

  // X[k] = c[k] Σ_n (x[n] c[n]) / c[k - n] with the chirp c[j] = e^(-πi j² / N).
  struct Chirp;

  size_t N_;
  long bits_;
  ComplexBalls roots_;  // e^(2πi j / N)
  std::unique_ptr<Chirp> chirp_;
};

}  // namespace etalon
