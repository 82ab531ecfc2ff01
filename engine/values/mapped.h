// Parts of files in memory, read when they are used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/values/tensor.h"

namespace etalon {

// The part of a file, for as long as the pointer or a part of it exists; nullptr if the system does
// not map it. As soon as the file becomes shorter, whoever reads beyond its end gets the signal
// SIGBUS.
std::shared_ptr<const std::byte> map_file(int descriptor, uint64_t offset, size_t length);

// From now on, whoever reads a mapped file beyond its end finds zeros there, and gets no signal:
// for a process that has to go on, as a worker or a host of Python. Other bus errors end as before.
void survive_shorter_files();
// Throws InvalidInput while there is a mapped file of which somebody found such zeros.
void require_whole_files();

// Gives the system back the memory of `bytes`, if `owner` is a mapped file or a part of one. Who
// reads them again finds them again.
void release_pages(const std::shared_ptr<const std::byte>& owner, std::span<const std::byte> bytes);

// A tensor whose slots are in a mapped file, as Tensor::over gives it, but at any address: where
// they are not aligned, the first use of them as words copies them all, which is charged to the
// memory budget. Not for strings.
Tensor over_mapped(DType type, const Shape& shape, std::shared_ptr<const std::byte> slots);

// The bytes of a tensor's slots, row-major, wherever they lie. Throws InternalError for strings.
std::span<const std::byte> bytes_of(const Tensor& tensor);

}  // namespace etalon
