#include "engine/loader/leftovers.h"

#include <chrono>
#include <set>
#include <system_error>
#include <thread>

namespace etalon {

namespace fs = std::filesystem;

namespace {

std::recursive_mutex& guard() {
  static std::recursive_mutex mutex;
  return mutex;
}

std::multiset<fs::path>& registered() {
  static std::multiset<fs::path> paths;
  return paths;
}

}  // namespace

Leftover::Leftover(fs::path path) : path_(std::move(path)) {
  const Together together;
  registered().insert(path_);
}

Leftover::~Leftover() {
  const Together together;
  registered().erase(registered().find(path_));
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
  for (const fs::path& path : registered()) remove_folder(path);
}

}  // namespace etalon
