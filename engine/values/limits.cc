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

// One object, because each use of a thread's variable in a shared library asks where it is.
// Trivially destructible, because arrays may outlive every other object of their thread.
struct Account {
  Limits limits;
  uint64_t steps = 0;
  uint64_t work = 0;
  uint64_t unchecked_work = 0;  // since the deadline was last checked
  int scopes = 0;
  bool watched = false;    // there is a watcher
  int64_t live_bytes = 0;  // signed, because one thread may release what another has allocated
};

Account& account() {
  static thread_local Account own;
  return own;
}

thread_local std::function<void()> watcher;
thread_local Clock::time_point next_look;
thread_local std::chrono::milliseconds between_looks;

constexpr size_t huge_page = size_t{2} << 20;
constexpr size_t allocator_overhead = 64;             // on average, of an aligned block
constexpr uint64_t work_between_checks = 20'000'000;  // about a millisecond

// Storage of two or more huge pages is aligned to a huge page: with small pages, page faults would
// take half the time of a large model. Small storage has the alignment of any object, which the
// system's allocator gives much quicker than any other.
constexpr size_t smallest_aligned = size_t{1} << 14;
std::align_val_t alignment_of(size_t bytes) {
  constexpr size_t cache_line = 64;
  return std::align_val_t{bytes < 2 * huge_page ? cache_line : huge_page};
}

void keep_outer_limits(Limits& limits, const Limits& outer) {
  limits.max_memory = std::min(limits.max_memory, outer.max_memory);
  if (!outer.deadline) return;
  limits.deadline = std::min(limits.deadline.value_or(*outer.deadline), *outer.deadline);
}

[[noreturn]] void refuse_work(const Account& here) {
  throw LimitExceeded("more than {} units of work; --max-work raises the limit",
                      here.limits.max_work);
}

void check_deadline(const Account& here) {
  const auto& deadline = here.limits.deadline;
  if (!deadline && !here.watched) return;
  const Clock::time_point now = Clock::now();
  if (deadline && now > *deadline) throw LimitExceeded("{}", time_limit_exceeded);
  if (!here.watched || now < next_look) return;
  next_look = now + between_looks;
  watcher();
}

void count_work(Account& here, uint64_t multiply_adds) {
  if (here.scopes == 0) return;
  const uint64_t most = here.limits.max_work;
  if (here.work > most || multiply_adds > most - here.work) refuse_work(here);
  here.work += multiply_adds;
  here.unchecked_work += std::min(multiply_adds, work_between_checks);
  if (here.unchecked_work < work_between_checks) return;
  here.unchecked_work = 0;
  check_deadline(here);
}

// Whether so many bytes more fit the memory limit, together with what is only kept, or without it.
bool fits(const Account& here, size_t bytes) {
  const size_t most = here.limits.max_memory;
  const auto live = static_cast<size_t>(std::max<int64_t>(here.live_bytes, 0));
  if (bytes > most || live > most - bytes) return false;
  const size_t left = most - bytes - live;
  if (left < kept_storage::most_kept && left < kept_storage::kept()) kept_storage::release();
  return true;
}

// `overhead` bytes are charged too, but not named in the sentence.
void charge(Account& here, size_t bytes, size_t overhead) {
  if (!fits(here, bytes + overhead)) {
    throw LimitExceeded(
        "{} more bytes on top of {} do not fit the memory limit of {}; --max-memory raises it",
        bytes, std::max<int64_t>(here.live_bytes, 0), here.limits.max_memory);
  }
  here.live_bytes += static_cast<int64_t>(bytes + overhead);
}

// Storage that is kept, charged with its own size, if that fits; or nullptr.
void* kept_before(Account& here, size_t bytes) {
  void* storage = kept_storage::take(bytes);
  if (!storage) return nullptr;
  const size_t all = kept_storage::size(storage) + allocator_overhead;
  if (fits(here, all)) {
    here.live_bytes += static_cast<int64_t>(all);
    return storage;
  }
  kept_storage::keep(storage);
  return nullptr;
}

// Counts the work of filling so many bytes, and returns them, as far as a machine can have them.
size_t count_filling(Account& here, size_t bytes) {
  constexpr uint64_t most = std::numeric_limits<int64_t>::max() / work_per_byte;
  const auto counted = static_cast<size_t>(std::min<uint64_t>(bytes, most));
  count_work(here, counted * work_per_byte);
  return counted;
}

void* new_storage(size_t bytes) {
  if (kept_storage::is_for(bytes)) return kept_storage::make(bytes);
  if (bytes < smallest_aligned) return ::operator new(bytes);
  void* storage = ::operator new(bytes, alignment_of(bytes));
  if (bytes >= 2 * huge_page) madvise(storage, bytes, MADV_HUGEPAGE);  // a hint: it may fail
  return storage;
}

}  // namespace

size_t default_memory() {
  static const size_t half = std::max<size_t>(machine_memory() / 2, size_t{1} << 30);
  return half;
}

LimitScope::LimitScope(const Limits& wanted)
    : saved_limits_(account().limits), saved_steps_(account().steps), saved_work_(account().work) {
  Account& here = account();
  here.limits = wanted;
  if (here.scopes > 0) keep_outer_limits(here.limits, saved_limits_);
  here.steps = 0;
  here.work = 0;
  ++here.scopes;
}

LimitScope::~LimitScope() {
  Account& here = account();
  --here.scopes;
  here.limits = saved_limits_;
  here.steps = saved_steps_ + (here.scopes > 0 ? here.steps : 0);
  here.work = saved_work_ + (here.scopes > 0 ? here.work : 0);
}

Limits remaining_limits() {
  const Account& here = account();
  Limits left = here.limits;
  left.max_steps -= std::min(here.steps, left.max_steps);
  left.max_work -= std::min(here.work, left.max_work);
  return left;
}

void count_step() { count_steps(1); }

void count_steps(uint64_t more) {
  Account& here = account();
  here.steps += more;
  if (here.steps > here.limits.max_steps) {
    throw LimitExceeded("more than {} steps; --max-steps raises the limit", here.limits.max_steps);
  }
  check_deadline(here);
}

void require_work(double multiply_adds) {
  const Account& here = account();
  if (here.scopes == 0) return;
  const uint64_t most = here.limits.max_work;
  if (here.work > most || multiply_adds > static_cast<double>(most - here.work)) refuse_work(here);
}

void count_work(uint64_t multiply_adds) { count_work(account(), multiply_adds); }

void check_deadline() { check_deadline(account()); }

KeptAccount::KeptAccount() : saved_(account().live_bytes) {}

KeptAccount::~KeptAccount() { account().live_bytes = saved_; }

Watch::Watch(std::function<void()> look, std::chrono::milliseconds interval)
    : saved_(std::exchange(watcher, std::move(look))),
      saved_interval_(std::exchange(between_looks, interval)) {
  account().watched = static_cast<bool>(watcher);
  next_look = Clock::now() + between_looks;
}

Watch::~Watch() {
  watcher = std::move(saved_);
  between_looks = saved_interval_;
  account().watched = static_cast<bool>(watcher);
}

std::string out_of_memory() {
  return fmt::format(
      "there is not enough memory: the system gives no more (see ulimit -v, and the machine's), "
      "and "
      "--max-memory allows {} bytes",
      account().limits.max_memory);
}

void charge_memory(size_t bytes) { charge(account(), bytes, 0); }

void release_memory(size_t bytes) noexcept { account().live_bytes -= static_cast<int64_t>(bytes); }

void* allocate(size_t bytes) {
  Account& here = account();
  const size_t counted = count_filling(here, bytes);
  if (kept_storage::is_for(bytes)) {
    if (void* storage = kept_before(here, bytes)) return storage;
  }
  charge(here, counted, allocator_overhead);
  try {
    return new_storage(bytes);
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
  if (bytes < smallest_aligned) {
    ::operator delete(storage);
  } else {
    ::operator delete(storage, alignment_of(bytes));
  }
  release_memory(bytes + allocator_overhead);
}

void require_memory(size_t bytes) {
  Account& here = account();
  const size_t counted = count_filling(here, bytes);
  charge(here, counted, allocator_overhead);
  release_memory(counted + allocator_overhead);
}

}  // namespace etalon
