// Limits that the system puts on a process.
#pragma once

#include <cstddef>
#include <cstdint>

namespace etalon {

// machine_memory(); the greatest value under AddressSanitizer, whose shadow is data too.
uint64_t machine_data();

// Lets this process use `bytes` bytes of data, and no core file. Uses system calls only, so that a
// child may call it between fork and exec. A child of this process may raise the limit again unless
// `forever`.
void limit_child(uint64_t bytes, bool forever);

// If the machine runs out of memory, the kernel should end this process before its parent. Uses
// system calls only.
void volunteer_for_the_kill();

// While it exists, this process may use `bytes` bytes of data in addition to those it has. Memory
// beyond that is refused with std::bad_alloc.
class DataLimit {
 public:
  explicit DataLimit(uint64_t bytes);
  ~DataLimit();
  DataLimit(const DataLimit&) = delete;
  DataLimit& operator=(const DataLimit&) = delete;

 private:
  uint64_t before_;
};

// The data that a process needs for values of `budget` bytes: some more, for what the budget does
// not count. The greatest value under AddressSanitizer.
uint64_t data_for_budget(uint64_t budget);

// Freed blocks of up to so many bytes are reused by this process, instead of being returned to the
// system and cleared again.
void keep_freed_blocks(uint64_t bytes);

// Extends the heap, of which freed blocks of this size are kept, so that such a block fits. The
// system gives it in huge pages where it has them: giving small ones takes it a tenth of the time
// of many short cases.
void extend_heap(size_t bytes);

}  // namespace etalon
