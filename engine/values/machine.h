// The memory of the machine.
#pragma once

#include <cstdint>
#include <filesystem>

namespace etalon {

// The bytes of memory that this process may use: the machine's, or fewer if a control group sets a
// limit. The greatest value if they are not known.
uint64_t machine_memory();

// The least limit of memory, in bytes, of a control group and the groups around it. `membership` is
// a file as /proc/self/cgroup, `mounted` the folder where control groups are mounted; both versions
// are read. The greatest value if there is no limit.
uint64_t control_group_memory(const std::filesystem::path& membership,
                              const std::filesystem::path& mounted);

}  // namespace etalon
