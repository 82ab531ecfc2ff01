// Independent pieces of work in several processes.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace etalon {

// What work(0) … work(items - 1) give, in this order, for any number of jobs. Each piece is done
// once, in one of `jobs` child processes (in this one if that is 1): what it changes in memory is
// lost there, what it writes to files stays. `on_done` is called in this process after each piece.
// A child ends with this process. Throws what a piece has thrown, as an Error of the same kind, and
// InternalError where a child dies.
std::vector<std::string> forked(size_t items, unsigned jobs,
                                const std::function<std::string(size_t)>& work,
                                const std::function<void()>& on_done = {});

}  // namespace etalon
