#include "conformance/generate/values.h"

#include <algorithm>
#include <cmath>

#include "conformance/generate/drafts.h"
#include "conformance/generate/operator_cases.h"
#include "conformance/generate/rules.h"
#include "conformance/generate/space.h"
#include "conformance/tests/catch.h"
#include "onnx.pb.h"

namespace etalon::values_test {
namespace {

constexpr DType number_types[] = {DType::float64,        DType::float32,    DType::float16,
                                  DType::bfloat16,       DType::float8e5m2, DType::float8e4m3fn,
                                  DType::float8e4m3fnuz, DType::float4e2m1, DType::float6e2m3,
                                  DType::float6e3m2,     DType::int64,      DType::uint64,
                                  DType::int8,           DType::uint4,      DType::int2};

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Whether each of some tensors of a class has these levels of "values X" (space.h).
bool always(ValueClass values, DType type, const std::string& level) {
  Draw draw(9);
  for (int i = 0; i < 30; ++i) {
    const Tensor ordinary = random_tensor(draw, type, {4, 5}, {1, 2});
    const Tensor X = of_class(values, ordinary, {-5, 5}, draw);
    if (X.dtype() != type || X.shape() != ordinary.shape()) return false;
    if (!has(classes_of(X), level)) return false;
  }
  return true;
}

TEST_CASE(
    "of_class makes NaN and infinities and subnormals and extremes and zeros and ties of every "
    "type") {
  for (const DType type : number_types) {
    INFO(name(type));
    if (fits(ValueClass::nan, type)) CHECK(always(ValueClass::nan, type, "nan"));
    if (fits(ValueClass::infinity, type)) CHECK(always(ValueClass::infinity, type, "infinity"));
    CHECK(always(ValueClass::ties, type, "tie"));
    if (is_integer(type)) CHECK(always(ValueClass::extreme, type, "extreme"));
  }
  CHECK(fits(ValueClass::subnormal, DType::float16));
  CHECK_FALSE(fits(ValueClass::nan, DType::float4e2m1));
  CHECK_FALSE(fits(ValueClass::nan, DType::int32));
  CHECK_FALSE(fits(ValueClass::infinity, DType::boolean));
  CHECK(fits(ValueClass::text, DType::string));
}

TEST_CASE("of_class: subnormals and numbers next to a power of two; are exact in their type") {
  Draw draw(4);
  size_t subnormal = 0, powers = 0;
  for (int i = 0; i < 200; ++i) {
    const Tensor ones = Tensor::of(DType::float32, full<double>({8}, 1.0));
    const auto levels = classes_of(of_class(ValueClass::subnormal, ones, {}, draw));
    subnormal += has(levels, "subnormal");
    for (const double x : of_class(ValueClass::powers, ones, {}, draw).as<double>()) {
      int exponent = 0;
      const double part = std::frexp(std::fabs(x), &exponent);
      CHECK((part == 0.5 || part == 0.5 + 0x1p-24 || part == 1 - 0x1p-24));
      powers += part != 0.5;
    }
  }
  CHECK(subnormal > 150);
  CHECK(powers > 50);
}

TEST_CASE("of_class: halfway numbers round to even in a narrower type or to an integer") {
  Draw draw(4);
  const Tensor ones = Tensor::of(DType::float32, full<double>({64}, 1.0));
  const Reals values = of_class(ValueClass::halfway, ones, {}, draw).as<double>();
  const auto halfway = [](double x) {
    for (const int digits : {1, 2, 3, 4, 8, 11}) {
      const double scaled = std::ldexp(std::fabs(x), digits - 1 - std::ilogb(x));
      if (scaled - std::floor(scaled) == 0.5) return true;
    }
    return false;
  };
  CHECK(std::any_of(values.begin(), values.end(), halfway));
  // To integers of 64 bits, halfway between two float32.
  bool between = false;
  for (int i = 0; i < 50; ++i) {
    const Tensor X = of_class(ValueClass::halfway, vector_of({1, 1, 1, 1}), {}, draw);
    for (const int64_t x : X.as<int64_t>()) between |= std::abs(x) == (1 << 24) + 1;
  }
  CHECK(between);
}

TEST_CASE("of_class: strings are long; empty not of ASCII") {
  CHECK(fits(ValueClass::text, DType::string));
  Draw draw(2);
  std::vector<std::string> seen;
  for (int i = 0; i < 40; ++i) {
    const Tensor X = random_tensor(draw, DType::string, {6});
    for (const auto& each : classes_of(of_class(ValueClass::text, X, {}, draw))) {
      seen.push_back(each);
    }
  }
  for (const char* level : {"empty", "long", "non-ASCII"}) CHECK(has(seen, level));
}

TEST_CASE("of_class: data for sums of products stays finite and so do most of the sums") {
  Draw draw(3);
  const Tensor ones = Tensor::of(DType::float32, full<double>({256}, 1.0));
  for (const ValueClass values :
       {ValueClass::dot_zeros, ValueClass::dot_exponents, ValueClass::dot_onto,
        ValueClass::dot_mixes, ValueClass::dot_wide, ValueClass::dot_plain}) {
    INFO(name(values));
    const Reals a = of_class(values, ones, {}, draw).as<double>();
    const Reals b = of_class(values, ones, {}, draw).as<double>();
    double sum = 0;
    for (size_t i = 0; i < a.size(); ++i) sum += a.flat(i) * b.flat(i);
    CHECK(std::fabs(sum) < 0x1.FFFFFEp127);
  }
  CHECK(sums_products("MatMul"));
  CHECK_FALSE(sums_products("Relu"));
}

TEST_CASE("the names of the classes are read back") {
  for (int i = 0; i < value_class_count; ++i) {
    const auto values = static_cast<ValueClass>(i);
    CHECK(value_class_named(name(values)) == values);
  }
  CHECK(!value_class_named("strange"));
}

TEST_CASE("elements of another input stand at its places: counted from the end") {
  Draw draw(1);
  const Tensor first = tensor_of_integers(DType::int32, {2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor row = tensor_of_integers(DType::int32, {3}, {0, 0, 0});
  const Tensor column = tensor_of_integers(DType::int32, {2, 1}, {0, 0});
  CHECK(identical(at_places_of({3}, first), tensor_of_integers(DType::int32, {3}, {4, 5, 6})));
  CHECK(identical(at_places_of({2, 1}, first), tensor_of_integers(DType::int32, {2, 1}, {3, 6})));
  CHECK(identical(at_places_of({3, 3}, first),
                  tensor_of_integers(DType::int32, {3, 3}, {1, 2, 3, 1, 2, 3, 4, 5, 6})));
  for (int i = 0; i < 50; ++i) {
    const Ints y = with_elements_of(first, row, draw).as<int64_t>();
    CHECK(y(0) + y(1) + y(2) > 0);
    for (size_t j = 0; j < 3; ++j) CHECK((y(j) == 0 || y(j) == static_cast<int64_t>(4 + j)));
    CHECK(xt::any(xt::not_equal(with_elements_of(first, column, draw).as<int64_t>(), 0)));
  }
  CHECK(fits(ValueClass::equal, std::vector<DType>{DType::float32, DType::float32}));
  CHECK_FALSE(fits(ValueClass::equal, std::vector<DType>{DType::float32, DType::int64}));
}

TEST_CASE("half of the calls are ordinary; one in four has a special or extreme element") {
  Draw draw(1);
  size_t ordinary = 0, special = 0;
  constexpr size_t calls = 4000;
  for (size_t i = 0; i < calls; ++i) {
    const ValueClass values = draw_class(draw, {DType::float32}, "Add");
    ordinary += values == ValueClass::ordinary;
    special += values == ValueClass::nan || values == ValueClass::infinity ||
               values == ValueClass::extreme || values == ValueClass::subnormal;
  }
  CHECK(ordinary > calls * 0.47);
  CHECK(ordinary < calls * 0.53);
  CHECK(special > calls / 4);
}

// The share of drawn cases of an operator for which something holds.
template <class F>
double share(const std::string& op, size_t count, F&& holds) {
  const OperatorChoice choice = operator_choice(op);
  Draw draw(31);
  size_t found = 0;
  for (size_t i = 0; i < count; ++i) found += holds(draw_case(choice, draw).files) ? 1 : 0;
  return static_cast<double>(found) / static_cast<double>(count);
}

bool has_level(const CaseFiles& files, const std::set<std::string>& levels) {
  return std::any_of(files.about->points.begin(), files.about->points.end(), [&](const Point& p) {
    return p.factor.starts_with("values ") && levels.count(p.level) != 0;
  });
}

TEST_CASE("drawn cases: special and extreme elements in one of five at least") {
  for (const char* op : {"Add", "Abs-13", "Sigmoid", "MatMul", "Concat", "Mul"}) {
    INFO(op);
    CHECK(share(op, 200, [](const CaseFiles& files) {
            return has_level(files, {"nan", "infinity", "extreme", "subnormal"});
          }) > 0.2);
  }
}

TEST_CASE("drawn cases: at most one in ten is empty and one in ten gives its input back") {
  const auto empty = [](const CaseFiles& files) {
    return files.sets[0].outputs[0].second.tensor().size() == 0;
  };
  const auto idle = [](const CaseFiles& files) {
    const auto& set = files.sets[0];
    return set.outputs.size() == 1 &&
           identical(set.outputs[0].second.tensor(), set.inputs[0].second.tensor());
  };
  for (const char* op : {"Slice", "Range", "Clip", "Dropout-13", "Concat", "Tile"}) {
    INFO(op);
    CHECK(share(op, 200, empty) <= 0.1);
    CHECK(share(op, 200, idle) <= 0.1);
  }
}

TEST_CASE("with_values leaves structure alone: indices and shapes and scales") {
  Draw draw(8);
  const Schema& gather = *find_schema("", "Gather", 13);
  for (int i = 0; i < 50; ++i) {
    const Draft draft = draft_call(gather, draw);
    const NodeCall call = with_values(draft, ValueClass::extreme, true, draw);
    CHECK(identical(call.inputs[1].tensor(), draft.call.inputs[1].tensor()));
    CHECK(call.inputs[0].tensor().shape() == draft.call.inputs[0].tensor().shape());
  }
}

}  // namespace
}  // namespace etalon::values_test
