#include "conformance/run/process_limits.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>

#include "engine/values/machine.h"

namespace etalon {

namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr bool shadowed = true;  // the sanitizer's shadow is data too, and has no bound
#else
constexpr bool shadowed = false;
#endif

constexpr uint64_t unlimited = std::numeric_limits<uint64_t>::max();
static_assert(RLIM_INFINITY == unlimited);

uint64_t sum(uint64_t a, uint64_t b) { return a > unlimited - b ? unlimited : a + b; }

// The data and the stack of this process, in bytes.
uint64_t data_in_use() {
  std::ifstream file("/proc/self/statm");
  uint64_t size = 0, resident = 0, shared = 0, text = 0, libraries = 0, data = 0;
  file >> size >> resident >> shared >> text >> libraries >> data;
  return data * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

void set_soft_limit(uint64_t bytes) {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(bytes, limit.rlim_max);
  setrlimit(RLIMIT_DATA, &limit);
}

}  // namespace

uint64_t machine_data() { return shadowed ? unlimited : machine_memory(); }

void limit_child(uint64_t bytes, bool forever) {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  set_soft_limit(bytes);
  rlimit limit{};
  if (!forever || getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_max = limit.rlim_cur;
  setrlimit(RLIMIT_DATA, &limit);
}

void volunteer_for_the_kill() {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  const ssize_t written = write(file, "1000", 4);
  static_cast<void>(written);
  close(file);
}

DataLimit::DataLimit(uint64_t bytes) : before_(unlimited) {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) == 0) before_ = limit.rlim_cur;
  set_soft_limit(std::min(before_, sum(data_in_use(), bytes)));
}

DataLimit::~DataLimit() { set_soft_limit(before_); }

uint64_t data_for_budget(uint64_t budget) {
  constexpr uint64_t fixed = uint64_t{48} << 20;  // stacks of threads, tables, buffers
  if (shadowed) return unlimited;
  return sum(sum(budget, budget / 8), fixed);
}

void keep_freed_blocks(uint64_t bytes) {
  constexpr uint64_t most = uint64_t{1} << 30;
  const auto kept = static_cast<int>(std::min(bytes, most));
  mallopt(M_MMAP_THRESHOLD, kept);
  mallopt(M_TRIM_THRESHOLD, kept);
}

void extend_heap(size_t bytes) {
  constexpr uintptr_t huge_page = uintptr_t{2} << 20;
  const auto end_of_heap = [] { return reinterpret_cast<uintptr_t>(sbrk(0)); };
  const uintptr_t begin = (end_of_heap() + huge_page - 1) / huge_page * huge_page;
  static void* volatile block;  // so that the compiler leaves the calls as they are
  block = std::malloc(bytes);
  std::free(block);
  const uintptr_t end = end_of_heap();
  if (end > begin) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

}  // namespace etalon
