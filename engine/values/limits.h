// Budgets of one evaluation: memory, steps, depth, time. Each thread has its own.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace etalon {

struct Limits {
  size_t max_memory = size_t{8} << 30;  // bytes of tensors and arrays alive at once
  uint64_t max_steps = 100'000'000;     // nodes evaluated, loop iterations included
  std::optional<std::chrono::steady_clock::time_point> deadline;
};
inline constexpr int max_nesting = 64;  // graphs within graphs, functions within functions
inline constexpr size_t max_rank = 64;

// Sets this thread's limits for the lifetime of this object, and starts the step count at 0. Steps
// counted in an inner scope also count in the outer one.
class LimitScope {
 public:
  explicit LimitScope(const Limits& limits);
  ~LimitScope();
  LimitScope(const LimitScope&) = delete;
  LimitScope& operator=(const LimitScope&) = delete;

 private:
  Limits saved_limits_;
  uint64_t saved_steps_;
};

// This thread's limits, less the steps already used: for an evaluation that is part of another.
Limits remaining_limits();

// Counts one step, or several at once. Throws LimitExceeded if the step or time budget is exceeded.
void count_step();
void count_steps(uint64_t steps);

// Storage of `bytes` bytes, aligned to 64 bytes and charged to this thread's memory budget. Throws
// LimitExceeded, before allocating, if the total would exceed max_memory; std::bad_alloc if the
// machine has no memory left.
void* allocate(size_t bytes);
void deallocate(void* storage, size_t bytes) noexcept;

// The allocator of every tensor and array.
template <class T>
struct BudgetAllocator {
  using value_type = T;
  BudgetAllocator() = default;
  template <class U>
  BudgetAllocator(const BudgetAllocator<U>&) {}
  T* allocate(size_t n) {
    const size_t most = std::numeric_limits<size_t>::max() / sizeof(T);
    return static_cast<T*>(etalon::allocate(std::min(n, most) * sizeof(T)));
  }
  void deallocate(T* p, size_t n) noexcept { etalon::deallocate(p, n * sizeof(T)); }
  friend bool operator==(const BudgetAllocator&, const BudgetAllocator&) { return true; }
  friend bool operator!=(const BudgetAllocator&, const BudgetAllocator&) { return false; }
};

}  // namespace etalon
