#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_unique_test {

TEST_CASE("com.microsoft's Unique has NaNs apart and no axis") {
  OneNode unique("Unique", 1, "com.microsoft");
  CHECK(shown(unique.outputs(3).run_all({f32({3}, {NAN, 1, NAN})})) ==
        "float[3] nan 1 nan; int64[3] 0 1 2; int64[3] 1 1 1");
  CHECK(shown(unique.outputs(3).run_all({complexes({{1, 2}, {NAN, 0}, {1, 2}})})) ==
        "complex64[2] 1+2i nan+0i; int64[3] 0 1 0; int64[2] 2 1");
  CHECK(unique.error({f32({}, {1})}) ==
        "InvalidInput: com.microsoft.Unique-1 (output 'y0'): x has rank 0, not 1");
}

}  // namespace etalon::test::microsoft_unique_test
