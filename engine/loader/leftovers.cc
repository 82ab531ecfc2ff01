#include "engine/loader/leftovers.h"

#include <unistd.h>

#include <chrono>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

namespace etalon {

namespace fs = std::filesystem;

namespace {

std::recursive_mutex& guard() {
  static std::recursive_mutex mutex;
  return mutex;
}

// With the process that registered them: a forked child does not remove what is its parent's.
std::multiset<std::pair<pid_t, fs::path>>& registered() {
  static std::multiset<std::pair<pid_t, fs::path>> paths;
  return paths;
}

}  // namespace

Leftover::Leftover(fs::path path) : path_(std::move(path)) {
  const Together together;
  registered().emplace(::getpid(), path_);
}

Leftover::~Leftover() {
  const Together together;
  const auto mine = registered().find({::getpid(), path_});
  if (mine != registered().end()) registered().erase(mine);
}

Together::Together() : lock_(guard()) {}

void remove_folder(const fs::path& folder) {
  constexpr int most_tries = 100;
  std::error_code problem;
  for (int i = 0; i < most_tries; ++i) {
    fs::remove_all(folder, problem);
    if (!fs::exists(folder, problem)) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

void remove_leftovers() {
  guard().lock();
  for (const auto& [owner, path] : registered()) {
    if (owner == ::getpid()) remove_folder(path);
  }
}

}  // namespace etalon
