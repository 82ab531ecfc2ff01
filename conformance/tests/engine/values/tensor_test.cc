#include "engine/values/tensor.h"

#include "conformance/tests/ops/one_node.h"
#include "conformance/tests/text.h"

namespace etalon::test::tensor_test {

TEST_CASE("Integers wrap modulo 2^bits when rounded to their type") {
  const std::vector<int64_t> values{-9, -8, 7, 8, 300};
  CHECK(show(integers(DType::int4, {5}, values)) == "int4[5] 7 -8 7 -8 -4");
  CHECK(show(integers(DType::uint4, {5}, values)) == "uint4[5] 7 8 7 8 12");
  CHECK(show(integers(DType::int2, {5}, values)) == "int2[5] -1 0 -1 0 0");
  CHECK(show(integers(DType::uint2, {5}, values)) == "uint2[5] 3 0 3 0 0");
  CHECK(show(integers(DType::int8, {5}, values)) == "int8[5] -9 -8 7 8 44");
  CHECK(show(integers(DType::uint64, {1}, {-1})) == "uint64[1] 18446744073709551615");
}

TEST_CASE("Floats round once; to nearest even; from double") {
  // 1 + 2^-24 + 2^-50 rounds to 1 + 2^-23 in float32 directly; by way of another step it would not.
  const double x = 1 + std::ldexp(1, -24) + std::ldexp(1, -50);
  CHECK(f32({1}, {x}).slots<float>()[0] == 1 + std::ldexp(1.f, -23));
  CHECK(f32({1}, {1 + std::ldexp(1, -24)}).slots<float>()[0] == 1);
  CHECK(show(tensor(DType::float16, {2}, {1e9, -1e9})) == "float16[2] inf -inf");
  CHECK(show(tensor(DType::float8e4m3fn, {2}, {1e9, -1e9})) == "float8e4m3fn[2] 4.5e+02 -4.5e+02");
}

TEST_CASE("A tensor widens exactly to its carrier and refuses another") {
  CHECK(tensor(DType::bfloat16, {1}, {0.1}).as<double>()(0) == 0.10009765625);
  CHECK(integers(DType::int2, {1}, {-2}).as<int64_t>()(0) == -2);
  CHECK(f32({2}, {0, -3}).as<bool>()(1));
  CHECK_THROWS_AS(f32({1}, {1}).as<int64_t>(), InternalError);
  CHECK_THROWS_AS(Tensor::of(DType::int32, Reals{1.0}), InternalError);
}

TEST_CASE("Rank 0 and empty tensors keep their shapes") {
  CHECK(scalar(DType::float32, 2.5).shape().empty());
  CHECK(scalar(DType::float32, 2.5).item<double>() == 2.5);
  CHECK(f32({0, 3}, {}).size() == 0);
  CHECK(f32({0, 3}, {}).as<double>().shape() == Shape{0, 3});
  CHECK_THROWS_AS(f32({2}, {1, 2}).item<double>(), InvalidInput);
  CHECK_THROWS_AS(f32({2}, {1, 2}).reshaped({3}), InvalidInput);
  CHECK(f32({2, 3}, {1, 2, 3, 4, 5, 6}).reshaped({3, 2}).dim(0) == 3);
}

TEST_CASE("A shape whose product overflows is refused before anything is allocated") {
  CHECK_THROWS_AS(element_count({size_t{1} << 40, size_t{1} << 40}), LimitExceeded);
  CHECK_THROWS_AS(element_count(Shape(max_rank + 1, 1)), LimitExceeded);
  CHECK(element_count({size_t{1} << 40, 0}) == 0);
}

TEST_CASE("Bits survive storage: NaN payloads and the sign of zero") {
  Tensor t = Tensor::zeros(DType::float32, {2});
  t.mutable_slots<uint32_t>()[0] = 0x7FC12345;
  t.mutable_slots<uint32_t>()[1] = 0x80000000;
  CHECK(identical(t, t.reshaped({2, 1}).reshaped({2})));
  CHECK(show(t) == "float[2] nan -0");
}

TEST_CASE("A NaN of reals and of complex numbers is stored without sign and payload") {
  const double other = -std::nan("7");
  for (const DType type : {DType::complex64, DType::complex128}) {
    const std::complex<double> number(other, other), plain(std::nan(""), std::nan(""));
    CHECK(identical(Tensor::of(type, scalar_array(number)), Tensor::of(type, scalar_array(plain))));
  }
  const Tensor float64 = scalar(DType::float64, other);
  CHECK(float64.slots<uint64_t>()[0] == 0x7FF8000000000000);
  const Tensor complex128 =
      Tensor::of(DType::complex128, scalar_array(std::complex<double>(other, 0)));
  CHECK(complex128.slots<double>()[0] != complex128.slots<double>()[0]);
  CHECK_FALSE(std::signbit(complex128.slots<double>()[0]));
}

TEST_CASE("A tensor over other memory reads it; keeps it and charges nothing for it") {
  const auto memory = std::make_shared<std::array<double, 4096>>();
  memory->at(1) = 2.5;
  const std::weak_ptr<std::array<double, 4096>> observer = memory;
  CHECK(refusal_within(memory_of(1000), [&] {
          std::shared_ptr<const std::byte> slots(
              memory, reinterpret_cast<const std::byte*>(memory->data()));
          Tensor over = Tensor::over(DType::float64, {4096}, std::move(slots));
          CHECK(observer.use_count() == 2);
          CHECK(over.slots<double>()[1] == 2.5);
          CHECK(over.reshaped({2, 2048}).slots<uint64_t>().data() ==
                reinterpret_cast<const uint64_t*>(memory->data()));
          CHECK_THROWS_AS(over.mutable_slots<double>(), InternalError);
        }) == "");
  CHECK(observer.use_count() == 1);
}

TEST_CASE("Slots are aligned as their words are") {
  CHECK(slots_aligned(DType::int8, 3));
  CHECK(slots_aligned(DType::float16, 2));
  CHECK_FALSE(slots_aligned(DType::float16, 3));
  CHECK(slots_aligned(DType::float32, 4));
  CHECK_FALSE(slots_aligned(DType::float64, 4));
  CHECK(slots_aligned(DType::complex128, 8));
  CHECK_FALSE(slots_aligned(DType::complex128, 4));
}

}  // namespace etalon::test::tensor_test
