#include "engine/values/limits.h"

#include <sys/mman.h>

#include <new>

#include "engine/values/errors.h"
#include "engine/values/host.h"
#include "engine/values/kept_storage.h"
#include "engine/values/machine.h"

namespace etalon {
namespace {

using Clock = std::chrono::steady_clock;

thread_local Limits limits;
thread_local uint64_t steps = 0;
thread_local uint64_t work = 0;
thread_local uint64_t unchecked_work = 0;  // since the deadline was last checked
thread_local int scopes = 0;
// Signed, because one thread may release what another has allocated.
thread_local int64_t live_bytes = 0;
thread_local std::function<void()> watcher;
thread_local Clock::time_point next_look;
constexpr std::chrono::milliseconds between_looks{50};

constexpr size_t huge_page = size_t{2} << 20;
constexpr size_t allocator_overhead = 64;             // on average, of an aligned block
constexpr uint64_t work_between_checks = 20'000'000;  // about a millisecond

// Storage of two or more huge pages is aligned to a huge page: with small pages, page faults would
// take half the time of a large model. Small storage has the usual alignment, which the system's
// allocator gives much quicker than any other.
std::align_val_t alignment_of(size_t bytes) {
  constexpr size_t small = 1 << 14, cache_line = 64;
  if (bytes < small) return std::align_val_t{__STDCPP_DEFAULT_NEW_ALIGNMENT__};
  return std::align_val_t{bytes < 2 * huge_page ? cache_line : huge_page};
}

void keep_outer_limits(const Limits& outer) {
  limits.max_memory = std::min(limits.max_memory, outer.max_memory);
  if (!outer.deadline) return;
  limits.deadline = std::min(limits.deadline.value_or(*outer.deadline), *outer.deadline);
}

[[noreturn]] void refuse_work() {
  throw LimitExceeded("more than {} units of work; --max-work raises the limit", limits.max_work);
}

}  // namespace

size_t default_memory() {
  static const size_t half = std::max<size_t>(machine_memory() / 2, size_t{1} << 30);
  return half;
}

LimitScope::LimitScope(const Limits& wanted)
    : saved_limits_(limits), saved_steps_(steps), saved_work_(work) {
  limits = wanted;
  if (scopes > 0) keep_outer_limits(saved_limits_);
  steps = 0;
  work = 0;
  ++scopes;
}

LimitScope::~LimitScope() {
  --scopes;
  limits = saved_limits_;
  steps = saved_steps_ + (scopes > 0 ? steps : 0);
  work = saved_work_ + (scopes > 0 ? work : 0);
}

Limits remaining_limits() {
  Limits left = limits;
  left.max_steps -= std::min(steps, left.max_steps);
  left.max_work -= std::min(work, left.max_work);
  return left;
}

void count_step() { count_steps(1); }

void count_steps(uint64_t more) {
  steps += more;
  if (steps > limits.max_steps) {
    throw LimitExceeded("more than {} steps; --max-steps raises the limit", limits.max_steps);
  }
  check_deadline();
}

void require_work(double multiply_adds) {
  if (scopes == 0) return;
  if (work > limits.max_work || multiply_adds > static_cast<double>(limits.max_work - work)) {
    refuse_work();
  }
}

void count_work(uint64_t multiply_adds) {
  if (scopes == 0) return;
  if (work > limits.max_work || multiply_adds > limits.max_work - work) refuse_work();
  work += multiply_adds;
  unchecked_work += std::min(multiply_adds, work_between_checks);
  if (unchecked_work < work_between_checks) return;
  unchecked_work = 0;
  check_deadline();
}

void check_deadline() {
  if (!limits.deadline && !watcher) return;
  const Clock::time_point now = Clock::now();
  if (limits.deadline && now > *limits.deadline) {
    throw LimitExceeded("the time limit is exceeded");
  }
  if (!watcher || now < next_look) return;
  next_look = now + between_looks;
  watcher();
}

KeptAccount::KeptAccount() : saved_(live_bytes) {}

KeptAccount::~KeptAccount() { live_bytes = saved_; }

Watch::Watch(std::function<void()> look) : saved_(std::exchange(watcher, std::move(look))) {
  next_look = Clock::now() + between_looks;
}

Watch::~Watch() { watcher = std::move(saved_); }

std::string out_of_memory() {
  return fmt::format("no memory is left within the limit of {} bytes, which --max-memory sets",
                     limits.max_memory);
}

namespace {

// Whether so many bytes more fit the memory limit, together with what is only kept, or without it.
bool fits(size_t bytes) {
  const size_t most = limits.max_memory;
  const auto live = static_cast<size_t>(std::max<int64_t>(live_bytes, 0));
  if (bytes > most || live > most - bytes) return false;
  if (kept_storage::kept() > most - bytes - live) kept_storage::release();
  return true;
}

// `overhead` bytes are charged too, but not named in the sentence.
void charge(size_t bytes, size_t overhead) {
  if (!fits(bytes + overhead)) {
    throw LimitExceeded(
        "{} more bytes on top of {} do not fit the memory limit of {}; --max-memory raises it",
        bytes, std::max<int64_t>(live_bytes, 0), limits.max_memory);
  }
  live_bytes += static_cast<int64_t>(bytes + overhead);
}

// Storage that is kept, charged with its own size, if that fits; or nullptr.
void* kept_before(size_t bytes) {
  if (!kept_storage::is_for(bytes)) return nullptr;
  void* storage = kept_storage::take(bytes);
  if (!storage) return nullptr;
  const size_t all = kept_storage::size(storage) + allocator_overhead;
  if (fits(all)) {
    live_bytes += static_cast<int64_t>(all);
    return storage;
  }
  kept_storage::keep(storage);
  return nullptr;
}

}  // namespace

void charge_memory(size_t bytes) { charge(bytes, 0); }

void release_memory(size_t bytes) noexcept { live_bytes -= static_cast<int64_t>(bytes); }

void* allocate(size_t bytes) {
  constexpr uint64_t most = std::numeric_limits<int64_t>::max() / work_per_byte;
  const auto counted = static_cast<size_t>(std::min<uint64_t>(bytes, most));  // no machine has more
  count_work(counted * work_per_byte);
  if (void* storage = kept_before(bytes)) return storage;
  charge(counted, allocator_overhead);
  try {
    if (kept_storage::is_for(bytes)) return kept_storage::make(bytes);
    void* storage = ::operator new(bytes, alignment_of(bytes));
    if (bytes >= 2 * huge_page) madvise(storage, bytes, MADV_HUGEPAGE);  // a hint: it may fail
    return storage;
  } catch (const std::bad_alloc&) {
    release_memory(counted + allocator_overhead);
    throw;
  }
}

void deallocate(void* storage, size_t bytes) noexcept {
  if (kept_storage::is_for(bytes)) {
    release_memory(kept_storage::size(storage) + allocator_overhead);
    kept_storage::keep(storage);
    return;
  }
  ::operator delete(storage, alignment_of(bytes));
  release_memory(bytes + allocator_overhead);
}

}  // namespace etalon
