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

// Sets this thread's limits for its lifetime, and starts the step count at 0. What is counted in a
// scope within another counts there too.
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

// This thread's limits, without the steps that are spent: for an evaluation that is part of
// another.
Limits remaining_limits();

// Counts one step, or several at once. Throws LimitExceeded when the step or time budget is spent.
void count_step();
void count_steps(uint64_t steps);

// `bytes` of 64-byte aligned storage, charged to this thread's account. Throws LimitExceeded,
// before allocating, when that would pass max_memory; std::bad_alloc when the machine has no more.
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
