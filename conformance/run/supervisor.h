// A process between Etalon and a backend, so that nothing that the backend starts outlives it.
#pragma once

#include <sys/types.h>

namespace etalon {

// To be called in a fresh child process of `starter`: forks again, returns 0 in the grandchild, and
// never returns in the child. The child waits until the grandchild ends, its own parent ends, or
// SIGTERM arrives. Then it kills the grandchild and every process that descends from it, those in
// other sessions and process groups included, and ends as the grandchild ended: with its exit code
// or by its signal. Makes system calls only, as a fork of a process with threads must.
pid_t fork_supervised(pid_t starter);

}  // namespace etalon
