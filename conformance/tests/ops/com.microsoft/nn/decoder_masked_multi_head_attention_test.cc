#include "conformance/tests/ops/one_node.h"

namespace etalon::test::decoder_masked_multi_head_attention_test {
namespace {

const std::string place =
    "InvalidInput: com.microsoft.DecoderMaskedMultiHeadAttention-1 (output 'y0'): ";

OneNode node() {
  OneNode made("DecoderMaskedMultiHeadAttention", 1, "com.microsoft");
  made.set("num_heads", 1);
  return made;
}

const Tensor zero = zeros({1, 1, 1}), past = f32({1, 1, 2, 1}, {1, 3});

}  // namespace

TEST_CASE("DecoderMaskedMultiHeadAttention takes query and key and value packed in one") {
  CHECK(shown(node().outputs(3).run_all(
            {f32({1, 1, 3}, {0, 5, 8}), none, none, none, none, past, past})) ==
        "float[1, 1, 1] 4; float[1, 1, 3, 1] 1 3 5; float[1, 1, 3, 1] 1 3 8");
  CHECK(node().error({f32({1, 1, 3}, {0, 5, 8})}) ==
        place + "packed heads need past_key and past_value");
}

TEST_CASE("DecoderMaskedMultiHeadAttention is of one token and of beams by cache_indirection") {
  CHECK(node().error({zeros({1, 2, 1}), zero, zero}) == place + "query has 2 tokens, not 1");
  OneNode attention = node();
  attention.set("past_present_share_buffer", 1);
  CHECK(attention.error({zero, zero, zero, none, none, past, past}) ==
        place + "past_present_share_buffer needs past_sequence_length");
  CHECK(attention.error({zero, zero, zero, none, none, past, past, i32({1}, {1}), i32({1}, {2})}) ==
        place + "2 beams need cache_indirection");
}

}  // namespace etalon::test::decoder_masked_multi_head_attention_test
