#include "engine/values/machine.h"

#include <limits>

#include "conformance/tests/engine/loader/loading.h"
#include "engine/values/limits.h"

namespace etalon::machine_test {
namespace {

constexpr uint64_t unlimited = std::numeric_limits<uint64_t>::max();

}  // namespace

TEST_CASE("The limit of a control group is the least of its own and those around it") {
  const TemporaryFolder folder;
  write_in(folder, "cgroup", "0::/user/session\n");
  write_in(folder, "fs/user/session/memory.max", "max\n");
  CHECK(control_group_memory(folder.path() / "cgroup", folder.path() / "fs") == unlimited);
  write_in(folder, "fs/user/memory.max", "3000000000\n");
  CHECK(control_group_memory(folder.path() / "cgroup", folder.path() / "fs") == 3000000000);
  write_in(folder, "fs/memory.max", "2000000000\n");
  CHECK(control_group_memory(folder.path() / "cgroup", folder.path() / "fs") == 2000000000);
  write_in(folder, "fs/user/session/memory.max", "1000000000\n");
  CHECK(control_group_memory(folder.path() / "cgroup", folder.path() / "fs") == 1000000000);
}

TEST_CASE("The limit of a control group of version 1 is the memory controller's") {
  const TemporaryFolder folder;
  write_in(folder, "cgroup", "5:cpu:/a\n4:pids,memory:/box\nnonsense\n0::/\n");
  write_in(folder, "fs/memory/box/memory.limit_in_bytes", "5000000000\n");
  write_in(folder, "fs/memory/a/memory.limit_in_bytes", "1\n");
  CHECK(control_group_memory(folder.path() / "cgroup", folder.path() / "fs") == 5000000000);
}

TEST_CASE("Without control groups there is no limit") {
  const TemporaryFolder folder;
  CHECK(control_group_memory(folder.path() / "none", folder.path()) == unlimited);
}

TEST_CASE("The default memory budget is half of the machine's memory; at least 1 GiB") {
  CHECK(Limits().max_memory == std::max<uint64_t>(machine_memory() / 2, uint64_t{1} << 30));
}

}  // namespace etalon::machine_test
