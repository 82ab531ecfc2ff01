// What the specification permits of the values of a pair.
#pragma once

#include "conformance/equivalent/pair.h"

namespace etalon::equivalent {

// The value, with what is permitted beside it. Throws LimitExceeded alone.
Value marked(const Computed& computed, const Options& options);

// True where no float is among the values that it is computed from. What is open of an integer then
// is mostly what integers do that exceed their type, which a runtime does alike in both models.
bool takes_no_floats(const Computed& computed);
// A value of BEFORE, or of AFTER, without the marks of elements that the other model does not leave
// open: by some reading of the text these two are not the same. Where BEFORE has no result at all,
// AFTER may have any; and what depends on such an element of AFTER stays open.
Value open_before(const Value& before, const Value& after);
Value open_after(const Value& after, const Value& before);

}  // namespace etalon::equivalent
