// GroupNorm and SkipGroupNorm.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

struct ChannelGroups {
  Shape X;
  size_t channels;
  bool last;  // the channels' axis
};

// Sets the attributes, and adds X, gamma and beta.
inline ChannelGroups add_channel_groups(Drafting& call) {
  Draw& draw = call.draw();
  const size_t groups = 1 + draw.below(3), channels = groups * (1 + draw.below(3));
  const bool last = draw.chance(0.7);
  if (!last) call.set("channels_last", 0);
  call.set("groups", static_cast<int64_t>(groups));
  call.set("activation", draw.between(0, 1));
  call.offer_real("epsilon", 0.015625, 0.5);
  Shape X = draw.shape(4, 4, Empty::never);
  X[last ? 3 : 1] = channels;
  call.add(X);
  call.add({channels});
  call.add({channels});
  return {X, channels, last};
}

}  // namespace etalon::rules
