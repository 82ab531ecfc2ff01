#include "engine/values/narrow_float.h"

#include "conformance/tests/catch.h"
#include "conformance/tests/numbers.h"

namespace etalon::narrow_float_test {
namespace {

using test::inf;

// What a format's definition says, in numbers; independent of the codec's own constants.
struct Definition {
  int exponent_bits, mantissa_bits, bias;
  double greatest, least;  // finite, positive
  int nans;                // codes that are NaN
  bool has_infinity;
};

// The value of a finite code by the textbook formula: (-1)^s · 2^(e - bias) · (1 + m / 2^M), or
// 2^(1 - bias) · m / 2^M when e is 0.
double by_formula(uint32_t code, const Definition& d) {
  const uint32_t mantissa = code % (1u << d.mantissa_bits);
  const uint32_t exponent = (code >> d.mantissa_bits) % (1u << d.exponent_bits);
  const double sign = code >> (d.mantissa_bits + d.exponent_bits) ? -1 : 1;
  const double fraction = std::ldexp(double(mantissa), -d.mantissa_bits);
  return sign * (exponent == 0 ? std::ldexp(fraction, 1 - d.bias)
                               : std::ldexp(1 + fraction, int(exponent) - d.bias));
}

template <class Format>
void prove(const Definition& d) {
  const uint32_t codes = 1u << (1 + d.exponent_bits + d.mantissa_bits);
  int nans = 0;
  int failures = 0;
  double greatest = 0;
  double least = inf;
  for (uint32_t code = 0; code < codes; ++code) {
    const double value = Format::decode(code);
    if (std::isnan(value)) {
      ++nans;
      continue;
    }
    failures += Format::encode(value, false) != code;
    if (std::isinf(value)) continue;
    failures += value != by_formula(code, d);
    failures += std::signbit(value) != (code >= codes / 2);
    greatest = std::max(greatest, value);
    if (value > 0) least = std::min(least, value);
  }
  CHECK(failures == 0);
  CHECK(nans == d.nans);
  CHECK(greatest == d.greatest);
  CHECK(least == d.least);
  CHECK(std::isinf(Format::decode(Format::encode(inf, false))) == d.has_infinity);
}

// Between each pair of neighbouring finite codes: the midpoint goes to the even code, and the
// least step off it to the nearer one; the same below zero.
template <class Format>
void prove_rounding(uint32_t greatest_code) {
  int failures = 0;
  for (uint32_t code = 0; code < greatest_code; ++code) {
    const double middle = (Format::decode(code) + Format::decode(code + 1)) / 2;
    const uint32_t even = code % 2 == 0 ? code : code + 1;
    failures += Format::encode(middle, false) != even;
    failures += Format::encode(std::nextafter(middle, 0), false) != code;
    failures += Format::encode(std::nextafter(middle, inf), false) != code + 1;
    if (even != 0)
      failures += Format::decode(Format::encode(-middle, false)) != -Format::decode(even);
  }
  CHECK(failures == 0);
}

}  // namespace

TEST_CASE("float16 is IEEE binary16 on every code") {
  prove<Float16>({5, 10, 15, 65504, std::ldexp(1, -24), 2046, true});
  prove_rounding<Float16>(0x7BFF);
  CHECK(Float16::encode(65519.99, false) == 0x7BFF);
  CHECK(Float16::encode(65520, false) == 0x7C00);
}

TEST_CASE("bfloat16 is the upper half of float32 on every code") {
  prove<BFloat16>({8, 7, 127, std::ldexp(255.0 / 128, 127), std::ldexp(1, -133), 254, true});
  prove_rounding<BFloat16>(0x7F7F);
  int failures = 0;
  for (uint32_t code = 0; code < 0x10000; ++code) {
    const float wide = std::bit_cast<float>(code << 16);
    const double value = BFloat16::decode(code);
    failures += std::isnan(wide) ? !std::isnan(value) : value != wide;
  }
  CHECK(failures == 0);
}

TEST_CASE("The float8 formats match their papers on every code") {
  prove<Float8E4M3FN>({4, 3, 7, 448, std::ldexp(1, -9), 2, false});
  prove<Float8E4M3FNUZ>({4, 3, 8, 240, std::ldexp(1, -10), 1, false});
  prove<Float8E5M2>({5, 2, 15, 57344, std::ldexp(1, -16), 6, true});
  prove<Float8E5M2FNUZ>({5, 2, 16, 57344, std::ldexp(1, -17), 1, false});
  prove_rounding<Float8E4M3FN>(0x7E);
  prove_rounding<Float8E4M3FNUZ>(0x7F);
  prove_rounding<Float8E5M2>(0x7B);
  prove_rounding<Float8E5M2FNUZ>(0x7F);
}

TEST_CASE("The Microscaling formats e2m1 and e2m3 and e3m2 have no specials") {
  prove<Float4E2M1>({2, 1, 1, 6, 0.5, 0, false});
  prove<Float6E2M3>({2, 3, 1, 7.5, 0.125, 0, false});
  prove<Float6E3M2>({3, 2, 3, 28, 0.0625, 0, false});
  prove_rounding<Float4E2M1>(0x7);
  prove_rounding<Float6E2M3>(0x1F);
  prove_rounding<Float6E3M2>(0x1F);
}

TEST_CASE("Beyond a float8's greatest value: saturated or infinite or NaN as its table says") {
  // The rows Inf, -Inf and [x] > FLT_MAX of Cast's two tables.
  CHECK(Float8E4M3FN::decode(Float8E4M3FN::encode(inf, true)) == 448);
  CHECK(std::isnan(Float8E4M3FN::decode(Float8E4M3FN::encode(inf, false))));
  CHECK(Float8E4M3FN::encode(-inf, false) == 0xFF);
  CHECK(Float8E4M3FNUZ::decode(Float8E4M3FNUZ::encode(-inf, true)) == -240);
  CHECK(Float8E4M3FNUZ::encode(-inf, false) == 0x80);
  CHECK(Float8E5M2::decode(Float8E5M2::encode(1e9, true)) == 57344);
  CHECK(Float8E5M2::encode(-1e9, false) == 0xFC);
  CHECK(Float8E5M2FNUZ::encode(1e9, false) == 0x80);
  CHECK(Float8E4M3FNUZ::encode(-0.0, true) == 0);
  CHECK(Float8E4M3FN::encode(-0.0, true) == 0x80);
  CHECK(Float8E4M3FN::encode(464, false) == 0x7E);  // the tie between 448 and 480 goes to even
  CHECK(std::isnan(Float8E4M3FN::decode(Float8E4M3FN::encode(464.1, false))));
}

TEST_CASE("float8e8m0 is a power of two on every code") {
  int failures = 0;
  for (uint32_t code = 0; code < 0xFF; ++code) {
    const double value = Float8E8M0::decode(code);
    failures += value != std::exp2(int(code) - 127);
    failures += Float8E8M0::encode(value) != code;
  }
  CHECK(failures == 0);
  CHECK(std::isnan(Float8E8M0::decode(0xFF)));
}

TEST_CASE("float8e8m0 rounds up or down or to the nearest with ties up") {
  using Round = Float8E8M0::Round;
  const auto rounded = [](double x, Round round) {
    return Float8E8M0::decode(Float8E8M0::encode(x, round));
  };
  CHECK(rounded(5, Round::up) == 8);
  CHECK(rounded(5, Round::down) == 4);
  CHECK(rounded(5, Round::nearest) == 4);
  CHECK(rounded(6, Round::nearest) == 8);
  CHECK(rounded(4, Round::up) == 4);
  CHECK(Float8E8M0::encode(inf, Round::up, true) == 0xFE);
  CHECK(Float8E8M0::encode(inf, Round::up, false) == 0xFF);
  CHECK(Float8E8M0::encode(0, Round::nearest, false) == 0xFF);
  CHECK(Float8E8M0::encode(0, Round::up, true) == 0);
  CHECK(Float8E8M0::encode(-1, Round::up, true) == 0xFF);
}

}  // namespace etalon::narrow_float_test
