#include "engine/values/limits.h"

#include <sys/mman.h>

#include <new>

#include "engine/values/errors.h"

namespace etalon {
namespace {

thread_local Limits limits;
thread_local uint64_t steps = 0;
thread_local int scopes = 0;
// Signed, because one thread may release what another has allocated.
thread_local int64_t live_bytes = 0;

constexpr size_t huge_page = size_t{2} << 20;

// Storage of two or more huge pages is aligned to a huge page. With small pages, page faults would
// take half the time of a large model.
std::align_val_t alignment_of(size_t bytes) {
  return std::align_val_t{bytes < 2 * huge_page ? 64 : huge_page};
}

}  // namespace

LimitScope::LimitScope(const Limits& wanted) : saved_limits_(limits), saved_steps_(steps) {
  limits = wanted;
  steps = 0;
  ++scopes;
}

LimitScope::~LimitScope() {
  --scopes;
  limits = saved_limits_;
  steps = saved_steps_ + (scopes > 0 ? steps : 0);
}

Limits remaining_limits() {
  Limits left = limits;
  left.max_steps -= std::min(steps, left.max_steps);
  return left;
}

void count_step() { count_steps(1); }

void count_steps(uint64_t more) {
  steps += more;
  if (steps > limits.max_steps) {
    throw LimitExceeded("more than {} steps; --max-steps raises the limit", limits.max_steps);
  }
  if (limits.deadline && std::chrono::steady_clock::now() > *limits.deadline) {
    throw LimitExceeded("the time limit is exceeded");
  }
}

void* allocate(size_t bytes) {
  const auto budget = static_cast<int64_t>(limits.max_memory);
  if (bytes > limits.max_memory || live_bytes > budget - static_cast<int64_t>(bytes)) {
    throw LimitExceeded(
        "a result of {} bytes on top of {} does not fit the memory limit of {}; --max-memory "
        "raises it",
        bytes, live_bytes, limits.max_memory);
  }
  void* storage = ::operator new(bytes, alignment_of(bytes));
  if (bytes >= 2 * huge_page) madvise(storage, bytes, MADV_HUGEPAGE);  // a hint: it may fail
  live_bytes += static_cast<int64_t>(bytes);
  return storage;
}

void deallocate(void* storage, size_t bytes) noexcept {
  ::operator delete(storage, alignment_of(bytes));
  live_bytes -= static_cast<int64_t>(bytes);
}

}  // namespace etalon
