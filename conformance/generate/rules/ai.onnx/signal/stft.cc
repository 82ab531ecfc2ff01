#include "conformance/generate/rule.h"

namespace etalon::rules {

// The frame's length is that of the window, or given, or both.
const GenerationRule stft_rule("STFT", [](Drafting& call, Draw& draw) {
  const bool real = draw.chance(0.6);
  const size_t frame = 2 * (1 + draw.below(4));
  const size_t length = frame + draw.below(8);
  if (real) {
    call.offer_flag("onesided");
  } else {
    call.set("onesided", 0);
  }
  call.add({1 + draw.below(2), length, real ? size_t{1} : size_t{2}});
  call.add_integers({}, {draw.between(1, 4)});
  const bool windowed = draw.chance(0.5);
  call.add_if(windowed, [&] { call.add({frame}, {0, 1}); });
  if (!windowed || draw.chance(0.5)) call.add_integers({}, {static_cast<int64_t>(frame)});
});

}  // namespace etalon::rules
