// What becomes of what ArbBalls leave undecided at the end.
#pragma once

namespace etalon {

// Whether this thread's conversions and comparisons take the middles of ArbBalls in place of
// throwing Undecided.
bool takes_middles();
void take_middles(bool on);

}  // namespace etalon
