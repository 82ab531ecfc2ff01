#include "conformance/tests/ops/one_node.h"

namespace etalon::test::rotary_embedding_test {
namespace {

// Turns by a quarter and by a half: (x1, x2) → (-x2, x1) and (-x1, -x2).
const Tensor cos_cache = f32({2, 2}, {0, -1, -1, 0});
const Tensor sin_cache = f32({2, 2}, {1, 0, 0, 1});
const Tensor X = f32({1, 1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});

}  // namespace

TEST_CASE("RotaryEmbedding-23 leaves the rest of a head beyond rotary_embedding_dim") {
  CHECK(show(OneNode("RotaryEmbedding", 23)
                 .set("rotary_embedding_dim", 2)
                 .run({f32({1, 1, 1, 4}, {1, 2, NAN, -0.0}), f32({1, 1}, {0}), f32({1, 1}, {1}),
                       i64({1, 1}, {0})})) == "float[1, 1, 1, 4] -2 1 nan -0");
}

TEST_CASE("RotaryEmbedding-23 rounds each result once") {
  // (1 + 2^-10)² - (1 + 2^-9) = 2^-20; of two rounded products it would be 0
  const Tensor x = tensor(DType::float16, {1, 1, 1, 2}, {1 + 0x1p-10, 1 + 0x1p-9});
  const Tensor cos = tensor(DType::float16, {1, 1, 1}, {1 + 0x1p-10});
  const Tensor sin = tensor(DType::float16, {1, 1, 1}, {1});
  CHECK(near(OneNode("RotaryEmbedding", 23).run({x, cos, sin}),
             tensor(DType::float16, {1, 1, 1, 2}, {0x1p-20, 2 + 0x1p-8}), 0));
}

TEST_CASE("RotaryEmbedding-23 refuses inputs that do not fit") {
  const std::string place = "InvalidInput: RotaryEmbedding-23 (output 'y0'): ";
  const OneNode node("RotaryEmbedding", 23);
  CHECK(node.error({X, cos_cache, sin_cache, i64({1, 2}, {0, 2})}) ==
        place + "position_ids has 2, which is outside [-2, 1]");
  CHECK(node.error({X, cos_cache, sin_cache, i64({2}, {0, 1})}) ==
        place + "position_ids has the shape [2], not [1, 2]");
  CHECK(node.error({X, cos_cache, sin_cache}) ==
        place + "a cache without position_ids has the shape [2, 2], not [1, 2, 2]");
  CHECK(OneNode("RotaryEmbedding", 23)
            .set("rotary_embedding_dim", 2)
            .error({X, cos_cache, sin_cache, i64({1, 2}, {0, 1})}) ==
        place + "a cache with position_ids has the shape [2, 2], not [_, 1]");
  CHECK(OneNode("RotaryEmbedding", 23)
            .set("rotary_embedding_dim", 6)
            .error({X, cos_cache, sin_cache, i64({1, 2}, {0, 1})}) ==
        place + "6 rotated elements are not an even part of a head size of 4");
  const Tensor angle = f32({1, 1, 1}, {1});
  CHECK(OneNode("RotaryEmbedding", 23)
            .set("rotary_embedding_dim", 2)
            .error({f32({1, 1, 1, 3}, {1, 2, 3}), angle, angle}) ==
        place + "X has the odd head size 3");
  CHECK(OneNode("RotaryEmbedding", 23).set("num_heads", 2).error({X, cos_cache, sin_cache}) ==
        place + "num_heads is 2, but X has 1 heads");
  CHECK(node.error({f32({1, 1, 4}, {1, 2, 3, 4}), cos_cache, sin_cache}) ==
        place + "attribute 'num_heads' is missing and has no default");
  CHECK(OneNode("RotaryEmbedding", 23)
            .set("num_heads", 3)
            .error({f32({1, 1, 4}, {1, 2, 3, 4}), cos_cache, sin_cache}) ==
        place + "num_heads 3 does not divide the hidden size 4");
}

}  // namespace etalon::test::rotary_embedding_test
