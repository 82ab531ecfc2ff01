#include "conformance/cases/declared_bits.h"

#include <algorithm>

#include "conformance/tests/catch.h"

namespace etalon::declared_bits_test {
namespace {

template <class W>
Tensor of_slots(DType type, const Shape& shape, const std::vector<W>& slots) {
  Tensor tensor = Tensor::unwritten(type, shape);
  std::copy(slots.begin(), slots.end(), tensor.mutable_slots<W>().begin());
  return tensor;
}

Type declared(DType type, std::vector<Dim> shape) {
  Type result = Type::tensor(type);
  result.shape = std::move(shape);
  return result;
}

// The tensor that the bytes become, and its elements.
std::vector<double> read_as(DType type, const Shape& shape, const std::vector<uint8_t>& bytes,
                            const std::vector<Dim>& dims) {
  const Value value =
      with_declared_bits(of_slots(DType::uint8, shape, bytes), declared(type, dims));
  REQUIRE(value.tensor().dtype() == type);
  if (is_integer(type)) {
    const auto numbers = value.tensor().ints();
    return {numbers.begin(), numbers.end()};
  }
  const Reals elements = value.tensor().as<double>();
  return {elements.begin(), elements.end()};
}

TEST_CASE("bytes are the bits of a float8 that the model declares") {
  // E4M3: 1 is 0.0111.000, -2 is 1.1000.000; E5M2: 1 is 0.01111.00.
  CHECK(read_as(DType::float8e4m3fn, {2}, {0x38, 0xC0}, {int64_t{2}}) ==
        std::vector<double>{1, -2});
  CHECK(read_as(DType::float8e5m2, {2}, {0x3C, 0x00}, {"n"}) == std::vector<double>{1, 0});
}

TEST_CASE("bytes are elements of four bits; one each or two") {
  const std::vector<Dim> three = {int64_t{3}};
  CHECK(read_as(DType::int4, {3}, {1, 15, 8}, three) == std::vector<double>{1, -1, -8});
  CHECK(read_as(DType::int4, {2}, {0xF1, 0x08}, three) == std::vector<double>{1, -1, -8});
  CHECK(read_as(DType::uint4, {2}, {0xF1, 0x08}, three) == std::vector<double>{1, 15, 8});
  CHECK(read_as(DType::float4e2m1, {2}, {0xA2, 0x07}, three) == std::vector<double>{1, -1, 6});
}

TEST_CASE("uint16 has the bits of a declared bfloat16") {
  const Value value = with_declared_bits(of_slots<uint16_t>(DType::uint16, {1}, {0x3F80}),
                                         declared(DType::bfloat16, {int64_t{1}}));
  REQUIRE(value.tensor().dtype() == DType::bfloat16);
  CHECK(value.tensor().item<double>() == 1);
}

TEST_CASE("numbers that do not fit and other types; stay what they are") {
  const auto type_of = [](DType given, DType wanted, std::vector<uint8_t> bytes) {
    const Tensor tensor = of_slots(given, {bytes.size()}, bytes);
    return with_declared_bits(tensor, declared(wanted, {"n"})).tensor().dtype();
  };
  CHECK(type_of(DType::uint8, DType::int4, {1, 16}) == DType::uint8);
  CHECK(type_of(DType::uint8, DType::int8, {1}) == DType::uint8);
  CHECK(type_of(DType::uint8, DType::float32, {1}) == DType::uint8);
  CHECK(type_of(DType::uint8, DType::boolean, {1}) == DType::uint8);
  CHECK(type_of(DType::int8, DType::float8e5m2, {1}) == DType::int8);
  // A wrong shape is not that of packed elements.
  const Value flat = with_declared_bits(of_slots<uint8_t>(DType::uint8, {1}, {3}),
                                        declared(DType::int4, {int64_t{1}, int64_t{1}}));
  CHECK(flat.tensor().shape() == Shape{1});
}

}  // namespace
}  // namespace etalon::declared_bits_test
