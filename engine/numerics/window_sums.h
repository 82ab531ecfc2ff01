// Sums over windows that slide over a tensor [N, C, input…], padding left out.
#pragma once

#include "engine/numerics/carriers.h"
#include "engine/numerics/window.h"

namespace etalon {

// How many elements each window reads: [1, 1, output…].
Ints elements_read(const Window& window);

// The sums of the balls that each window reads, one after another in row-major order of the kernel:
// [N, C, output…]. A sum is −0 if all are −0, and 0 of none. Vectors run along rows of outputs.
Array<Ball> sums_over_windows(const Array<Ball>& x, const Window& window);
// False for kernels so large that this takes longer than reading window after window.
bool sums_by_row(const Window& window);

}  // namespace etalon
