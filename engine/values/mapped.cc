#include "engine/values/mapped.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>

#include "engine/values/errors.h"

namespace etalon {
namespace {

uint64_t page_size() { return static_cast<uint64_t>(::sysconf(_SC_PAGESIZE)); }

// The mapped files of this process, where a signal handler finds them without a lock. A file that
// has no place here is not watched.
struct MappedRange {
  std::atomic<uintptr_t> begin = 0;  // 0: nobody's
  std::atomic<uintptr_t> end = 0;
  std::atomic<bool> is_short = false;
};
std::array<MappedRange, 4096> ranges;
std::atomic<size_t> short_files = 0;
struct sigaction before_us;

MappedRange* watch(const void* pages, size_t length) {
  const auto first = reinterpret_cast<uintptr_t>(pages);
  for (MappedRange& range : ranges) {
    uintptr_t nobody = 0;
    if (!range.begin.compare_exchange_strong(nobody, first)) continue;
    range.end = first + length;
    return &range;
  }
  return nullptr;
}

void forget(MappedRange* range) {
  if (range == nullptr) return;
  range->end = 0;
  if (range->is_short.exchange(false)) --short_files;
  range->begin = 0;
}

// Puts a page of zeros where the file has none. Uses system calls only.
bool put_zeros(uintptr_t address) {
  for (MappedRange& range : ranges) {
    if (address < range.begin || address >= range.end) continue;
    const uintptr_t page = address / page_size() * page_size();
    constexpr int flags = MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS;
    void* const zeros = ::mmap(reinterpret_cast<void*>(page), page_size(), PROT_READ, flags, -1, 0);
    if (zeros == MAP_FAILED) return false;
    if (!range.is_short.exchange(true)) ++short_files;
    return true;
  }
  return false;
}

// What is not a mapped file's ends as it would have ended, when the access is repeated.
void on_bus_error(int, siginfo_t* information, void*) {
  const auto address = reinterpret_cast<uintptr_t>(information->si_addr);
  if (information->si_code == BUS_ADRERR && put_zeros(address)) return;
  sigaction(SIGBUS, &before_us, nullptr);
}

struct Unmap {
  void* pages;
  size_t length;
  MappedRange* watched;
  void operator()(const std::byte*) const {
    forget(watched);
    ::munmap(pages, length);
  }
};

}  // namespace

void survive_shorter_files() {
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &before_us);
}

void require_whole_files() {
  if (short_files == 0) return;
  throw InvalidInput("a model or a file of its external data became shorter while it was in use");
}

std::shared_ptr<const std::byte> map_file(int descriptor, uint64_t offset, size_t length) {
  const auto before = static_cast<size_t>(offset % page_size());
  void* pages = ::mmap(nullptr, before + length, PROT_READ, MAP_PRIVATE, descriptor,
                       static_cast<off_t>(offset - before));
  if (pages == MAP_FAILED) return nullptr;
  MappedRange* const watched = watch(pages, before + length);
  return {static_cast<const std::byte*>(pages) + before, Unmap{pages, before + length, watched}};
}

void release_pages(const std::shared_ptr<const std::byte>& owner,
                   std::span<const std::byte> bytes) {
  if (std::get_deleter<Unmap>(owner) == nullptr) return;
  const auto first = reinterpret_cast<uintptr_t>(bytes.data());
  const uint64_t page = page_size();
  const uint64_t begin = (first + page - 1) / page * page;
  const uint64_t end = (first + bytes.size()) / page * page;
  if (begin < end) {
    auto* const from = const_cast<std::byte*>(bytes.data()) + (begin - first);
    ::madvise(from, static_cast<size_t>(end - begin), MADV_DONTNEED);
  }
}

Tensor over_mapped(DType type, const Shape& shape, std::shared_ptr<const std::byte> slots) {
  return Tensor::over(type, shape, std::move(slots));
}

std::span<const std::byte> bytes_of(const Tensor& tensor) { return tensor.slots<std::byte>(); }

}  // namespace etalon
