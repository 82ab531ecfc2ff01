#include "engine/values/kept_storage.h"

#include <array>
#include <bit>
#include <new>

#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, bytes)
#define ASAN_UNPOISON_MEMORY_REGION(address, bytes)
#endif

namespace etalon::kept_storage {
namespace {

constexpr size_t alignment = 64;

// What stands before each storage.
struct alignas(alignment) Header {
  size_t bytes;
  Header* next;  // of those that are kept
};

// Those whose sizes have as many binary digits are in one list, the last one kept first. Trivially
// destructible, because arrays may outlive every other object of their thread.
struct Lists {
  std::array<Header*, std::bit_width(past_most) + 1> first;
  size_t bytes;
  bool closed;
};
thread_local constinit Lists lists{};

struct AtEndOfThread {
  ~AtEndOfThread() {
    lists.closed = true;
    release();
  }
};

Header* header_of(const void* storage) {
  return static_cast<Header*>(const_cast<void*>(storage)) - 1;
}

// AddressSanitizer reports whoever reads or writes storage that is kept.
void close(Header* header) noexcept { ASAN_POISON_MEMORY_REGION(header + 1, header->bytes); }
void* open(Header* header, size_t bytes) noexcept {
  static_cast<void>(bytes);
  ASAN_UNPOISON_MEMORY_REGION(header + 1, bytes);
  return header + 1;
}

void destroy(Header* header) noexcept {
  open(header, header->bytes);
  ::operator delete (header, std::align_val_t{alignment});
}

}  // namespace

void* make(size_t bytes) {
  void* all = ::operator new (sizeof(Header) + bytes, std::align_val_t{alignment});
  return new (all) Header{bytes, nullptr} + 1;
}

void* take(size_t bytes) {
  const auto digits = static_cast<size_t>(std::bit_width(bytes));
  for (const size_t list : {digits, digits + 1}) {
    for (Header** at = &lists.first[list]; *at; at = &(*at)->next) {
      Header* const header = *at;
      if (header->bytes < bytes || header->bytes > 2 * bytes) continue;
      *at = header->next;
      lists.bytes -= header->bytes;
      return open(header, bytes);
    }
  }
  return nullptr;
}

size_t size(const void* storage) { return header_of(storage)->bytes; }

void keep(void* storage) noexcept {
  static thread_local const AtEndOfThread at_end_of_thread;
  Header* const header = header_of(storage);
  if (lists.bytes + header->bytes > most_kept) release();
  if (lists.closed) return destroy(header);
  Header*& first = lists.first[static_cast<size_t>(std::bit_width(header->bytes))];
  header->next = first;
  first = header;
  lists.bytes += header->bytes;
  close(header);
}

size_t kept() { return lists.bytes; }

void release() noexcept {
  for (Header*& first : lists.first) {
    while (first) {
      Header* const next = first->next;
      destroy(first);
      first = next;
    }
  }
  lists.bytes = 0;
}

}  // namespace etalon::kept_storage
