#include "engine/numerics/parallel.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace etalon {

size_t worthwhile_threads(double operations) {
  constexpr double least = 4e6;  // under a millisecond; starting a thread takes a tenth of that
  constexpr size_t most = 8;
  if (operations < 2 * least) return 1;
  const size_t processors = std::max(1u, std::thread::hardware_concurrency());
  return std::min({processors, most, static_cast<size_t>(operations / least)});
}

void in_parallel(size_t threads, const std::function<void(size_t)>& work) {
  std::vector<std::thread> others;
  others.reserve(threads);
  size_t started = 1;
  try {
    for (; started < threads; ++started) others.emplace_back(work, started);
  } catch (const std::system_error&) {
    // The system cannot start more threads: this thread does the rest.
  } catch (const std::bad_alloc&) {
    // The same.
  }
  work(0);
  for (size_t i = started; i < threads; ++i) work(i);
  for (std::thread& other : others) other.join();
}

}  // namespace etalon
