// Work shared out over processors.
#pragma once

#include <cstddef>
#include <functional>

namespace etalon {

// How many threads `operations` arithmetic operations are worth: 1 unless they outweigh the
// starting of threads, and never more than there are processors (or 8).
size_t worthwhile_threads(double operations);

// Calls work(0), …, work(threads - 1) at the same time, work(0) on the calling thread, and returns
// when all have. They must not throw, nor use tensors' memory: the budget is the calling thread's.
void in_parallel(size_t threads, const std::function<void(size_t)>& work);

}  // namespace etalon
