#include "conformance/tests/ops/one_node.h"

namespace etalon::test::murmur_hash3_test {

TEST_CASE("MurmurHash3 takes the lowest 32 bits of its seed and the bytes of each type") {
  OneNode hash("MurmurHash3", 1, "com.microsoft");
  CHECK(show(hash.run({i64({1}, {3})})) == "uint32[1] 2738575283");
  CHECK(show(hash.run({tensor(DType::uint32, {}, {3})})) == "uint32[] 847579505");
  CHECK(show(hash.set("seed", int64_t{1} << 32).run({i32({1}, {3})})) == "uint32[1] 847579505");
  CHECK(show(hash.run({texts({0, 2}, {})})) == "uint32[0, 2]");
}

}  // namespace etalon::test::murmur_hash3_test
