#include "engine/values/mapped.h"

#include <sys/mman.h>
#include <unistd.h>

namespace etalon {
namespace {

struct Unmap {
  void* pages;
  size_t length;
  void operator()(const std::byte*) const { ::munmap(pages, length); }
};

uint64_t page_size() { return static_cast<uint64_t>(::sysconf(_SC_PAGESIZE)); }

}  // namespace

std::shared_ptr<const std::byte> map_file(int descriptor, uint64_t offset, size_t length) {
  const auto before = static_cast<size_t>(offset % page_size());
  void* pages = ::mmap(nullptr, before + length, PROT_READ, MAP_PRIVATE, descriptor,
                       static_cast<off_t>(offset - before));
  if (pages == MAP_FAILED) return nullptr;
  return {static_cast<const std::byte*>(pages) + before, Unmap{pages, before + length}};
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
