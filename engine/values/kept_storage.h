// Storage of middle size, which each thread keeps for reuse: the system clears the pages that it
// takes back and hands out again, and that takes longer than many operators.
#pragma once

#include <cstddef>

namespace etalon::kept_storage {

// Whether storage of this size is of middle size: from 64 KiB, below two huge pages.
inline constexpr size_t least = size_t{64} << 10, past_most = size_t{4} << 20;
inline bool is_for(size_t bytes) { return bytes >= least && bytes < past_most; }

// Of middle size, aligned to 64 bytes, not charged to a budget. `keep` takes either.
void* make(size_t bytes);  // throws std::bad_alloc
void* take(size_t bytes);  // of at most twice the size, from what this thread keeps; or nullptr

// The size that storage was made with.
size_t size(const void* storage);

// Keeps storage for this thread, most_kept bytes in all; the rest goes back to the system.
inline constexpr size_t most_kept = size_t{16} << 20;
void keep(void* storage) noexcept;
// How many bytes this thread keeps.
size_t kept();
// Gives the kept storage back to the system.
void release() noexcept;

}  // namespace etalon::kept_storage
