// Whether open elements are recorded or options bound.
#pragma once

namespace etalon {

// True while the recording of the ChoiceScope in force is paused, and no option is bound: then open
// elements change nothing.
bool choices_are_idle();

}  // namespace etalon
