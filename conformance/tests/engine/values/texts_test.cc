#include "engine/values/texts.h"

#include "conformance/tests/catch.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/numerics/numerics.h"
#include "engine/values/errors.h"

namespace etalon::texts_test {
namespace {

constexpr size_t mebibyte = size_t{1} << 20;

Limits within(size_t bytes) {
  Limits limits;
  limits.max_memory = bytes;
  return limits;
}

TEST_CASE("strings are charged while they are written and no longer than that") {
  const LimitScope scope(within(mebibyte));
  const std::string text(1000, 'x');
  size_t written = 0;
  const auto write = [&] {
    TextCharge charge;
    for (; written < 10'000; ++written) charge.add(text);
  };
  CHECK_THROWS_AS(write(), LimitExceeded);
  CHECK(written < 1100);
  CHECK_NOTHROW(MemoryCharge(mebibyte / 2));
}

TEST_CASE("a string that does not fit by itself is not copied") {
  const Tensor X = test::texts({1}, {std::string(3 * mebibyte, 'x')});
  const LimitScope scope(within(2 * mebibyte));
  CHECK_THROWS_AS(pick(X, 0, {0}), LimitExceeded);
}

TEST_CASE("short strings have no memory of their own") {
  CHECK(outside_bytes("short") == 0);
  CHECK(outside_bytes(std::string(100, 'x')) > 100);
}

// Both the result and its strings fit the limit alone, but not together.
TEST_CASE("movements of strings are refused as soon as their strings do not fit") {
  const Tensor X = test::texts({1}, {std::string(1000, 'x')});
  const Shape shape = {10'000};
  const std::vector<Tensor> many(10'000, X);
  const LimitScope scope(within(4 * mebibyte));
  CHECK_THROWS_AS(broadcast_to(X, shape), LimitExceeded);
  CHECK_THROWS_AS(pick(X, 0, std::vector<size_t>(10'000, 0)), LimitExceeded);
  CHECK_THROWS_AS(take(X, full(shape, int64_t{0})), LimitExceeded);
  CHECK_THROWS_AS(choose(full(shape, true), X, X), LimitExceeded);
  CHECK_THROWS_AS(concat(many, 0), LimitExceeded);
  CHECK_NOTHROW(MemoryCharge(3 * mebibyte));
}

TEST_CASE("strings are charged once however often they are moved in place") {
  const LimitScope scope(within(4 * mebibyte));
  const Tensor X = test::texts({1}, {std::string(1000, 'x')});
  const Tensor Y = broadcast_to(X, {2000});  // 2 MB
  CHECK(Y.size() == 2000);
  CHECK_NOTHROW(broadcast_to(X, {1000}));
}

}  // namespace
}  // namespace etalon::texts_test
