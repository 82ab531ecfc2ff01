// Work on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace etalon {

// The number of threads to use for `operations` arithmetic operations: 1 if starting threads would
// take longer than it saves; at most 8, and at most the number of processors.
size_t worthwhile_threads(double operations);

// Calls work(0), …, work(threads - 1) at the same time, work(0) on the calling thread, and returns
// after all have returned. `work` must not throw and must not allocate tensors: the memory budget
// belongs to the calling thread.
void in_parallel(size_t threads, const std::function<void(size_t)>& work);

}  // namespace etalon
