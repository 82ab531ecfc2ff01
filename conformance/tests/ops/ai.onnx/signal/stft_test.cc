#include "conformance/tests/ops/one_node.h"

namespace etalon::test::stft_test {
namespace {

const Tensor signal = f32({1, 6, 1}, {1, 2, 3, 4, 5, 6});

}  // namespace

TEST_CASE("STFT of complex signals returns all bins") {
  const Tensor z = f32({1, 2, 2}, {1, 2, 3, -4});
  CHECK(OneNode("STFT", 17).error({z, i64({}, {1})}) ==
        "InvalidInput: STFT-17 (output 'y0'): a complex signal has no onesided transform");
}

TEST_CASE("STFT refuses frames that do not fit") {
  const auto error = [](const Values& inputs) { return OneNode("STFT", 17).error(inputs); };
  const std::string place = "InvalidInput: STFT-17 (output 'y0'): ";
  CHECK(error({signal, i64({}, {0}), none, i64({}, {2})}) == place + "frame_step is 0");
  CHECK(error({signal, i64({1}, {1})}) == place + "frame_step has rank 1, not 0");
  CHECK(error({signal, i64({}, {1}), none, i64({}, {7})}) ==
        place + "the frame length 7 is outside [1, 6]");
  CHECK(error({signal, i64({}, {1}), f32({2}, {1, 1}), i64({}, {3})}) ==
        place + "the window is 2 long, the frame 3");
  CHECK(error({signal, i64({}, {1}), f32({1, 2}, {1, 1})}) == place + "window has rank 2, not 1");
  CHECK(error({f32({6}, {1, 2, 3, 4, 5, 6}), i64({}, {1})}) ==
        place + "signal has the shape [6], not [batch_size, signal_length, 1 or 2]");
}

}  // namespace etalon::test::stft_test
