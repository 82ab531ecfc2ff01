// Parts of files in memory, read when they are used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/values/tensor.h"

namespace etalon {

// A part of a file, for as long as the pointer or a copy of it exists; nullptr if the system does
// not map it. If the file becomes shorter, reading beyond its end raises SIGBUS.
std::shared_ptr<const std::byte> map_file(int descriptor, uint64_t offset, size_t length);

// From now on, reading a mapped file beyond its end gives zeros and no signal: for a process that
// must continue, such as a worker or a host of Python. Other bus errors end the process as before.
void survive_shorter_files();
// Throws InvalidInput while there is a mapped file that was read beyond its end.
void require_whole_files();

// Gives the memory of `bytes` back to the system, if `owner` is a mapped file or a part of one.
// Reading the bytes again loads them again.
void release_pages(const std::shared_ptr<const std::byte>& owner, std::span<const std::byte> bytes);

// A tensor whose slots are in a mapped file, as Tensor::over gives it, but at any address: where
// they are not aligned, the first use of them as words copies them all, which is charged to the
// memory budget. Not for strings.
Tensor over_mapped(DType type, const Shape& shape, std::shared_ptr<const std::byte> slots);

// The bytes of a tensor's slots, row-major, wherever they lie. Throws InternalError for strings.
std::span<const std::byte> bytes_of(const Tensor& tensor);

}  // namespace etalon
