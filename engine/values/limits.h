// Budgets of one evaluation: memory, steps, work, depth, time. Each thread has its own.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace etalon {

// Half of machine_memory(), at least 1 GiB.
size_t default_memory();

struct Limits {
  size_t max_memory = default_memory();   // bytes of values, arrays and models alive at once
  uint64_t max_steps = 100'000'000;       // nodes evaluated, loop iterations included
  uint64_t max_work = 4'000'000'000'000;  // see count_work: some minutes on two cores
  std::optional<std::chrono::steady_clock::time_point> deadline;
};
inline constexpr int max_nesting = 64;  // graphs within graphs, functions within functions
inline constexpr size_t max_rank = 64;

// Sets this thread's limits for the lifetime of this object, and starts the counts of steps and
// work at 0. Steps and work counted in an inner scope also count in the outer one, whose memory and
// deadline the inner one keeps, too.
class LimitScope {
 public:
  explicit LimitScope(const Limits& limits);
  ~LimitScope();
  LimitScope(const LimitScope&) = delete;
  LimitScope& operator=(const LimitScope&) = delete;

 private:
  Limits saved_limits_;
  uint64_t saved_steps_;
  uint64_t saved_work_;
};

// This thread's limits, less the steps and work already used: for an evaluation within another one.
Limits remaining_limits();

// Counts one step, or several at once. Throws LimitExceeded if the step or time budget is exceeded.
void count_step();
void count_steps(uint64_t steps);

// Counts work, in multiply-adds of a matrix product; other operations count as the multiply-adds
// that take about as long. Each byte of a new array counts by itself (work_per_byte), so operators
// count only what they do beyond reading and writing arrays. Throws LimitExceeded if the work or
// time budget is exceeded. Outside every LimitScope nothing is counted.
void count_work(uint64_t multiply_adds);
// Throws like count_work, but counts nothing: to be called before operands and results are made for
// work that will be counted later.
void require_work(double multiply_adds);
inline constexpr uint64_t work_per_byte = 8;
inline constexpr uint64_t work_per_step = 16;  // of a loop that reads, computes and writes once
inline constexpr uint64_t work_per_node = 10'000;

// Throws LimitExceeded if the time budget is exceeded.
void check_deadline();

// The sentence for a std::bad_alloc: the system's limit or the machine's memory is reached.
std::string out_of_memory();

// Charges bytes to this thread's memory budget. Throws LimitExceeded, and charges nothing, if the
// total would exceed max_memory.
void charge_memory(size_t bytes);
void release_memory(size_t bytes) noexcept;

// Bytes charged for as long as the object exists: for memory that another allocator provides. A
// copy charges as much again.
class MemoryCharge {
 public:
  MemoryCharge() = default;
  explicit MemoryCharge(size_t bytes) { add(bytes); }
  MemoryCharge(const MemoryCharge& other) { add(other.bytes_); }
  MemoryCharge(MemoryCharge&& other) noexcept : bytes_(std::exchange(other.bytes_, 0)) {}
  MemoryCharge& operator=(MemoryCharge other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~MemoryCharge() { release_memory(bytes_); }
  void add(size_t bytes) {
    charge_memory(bytes);
    bytes_ += bytes;
  }
  // Leaves the bytes charged: they are released by release_memory.
  void leave() { bytes_ = 0; }

 private:
  size_t bytes_ = 0;
};

// Storage of `bytes` bytes, aligned for any type, from 16 KiB on to 64 bytes, and charged to this
// thread's memory budget with what the system's allocator adds. Counts the work of filling it.
// Throws LimitExceeded, before allocating, if the total would exceed max_memory; std::bad_alloc if
// the machine has no memory left.
void* allocate(size_t bytes);
void deallocate(void* storage, size_t bytes) noexcept;
// Throws LimitExceeded like allocate, and counts the work, but makes and charges nothing: for
// memory that a library is about to take by itself.
void require_memory(size_t bytes);

// The allocator of every tensor, array and list of values.
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
