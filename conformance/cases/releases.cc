#include "conformance/cases/releases.h"

#include <charconv>

namespace etalon {

namespace {

// The numbers between the dots; empty when a part is not a number. "1.24.0.dev20261026" comes
// before "1.24.0": 0 follows the numbers of a release, and -1 and the date those of one to come.
std::vector<int> numbers_of(std::string_view release) {
  std::vector<int> numbers;
  const size_t dev = release.find(".dev");
  if (dev != std::string_view::npos) {
    numbers = numbers_of(release.substr(0, dev));
    const std::vector<int> date = numbers_of(release.substr(dev + std::string_view(".dev").size()));
    if (numbers.empty() || date.empty()) return {};
    numbers.back() = -1;
    numbers.push_back(date.front());
    return numbers;
  }
  for (size_t begin = 0; begin <= release.size();) {
    const size_t end = std::min(release.find('.', begin), release.size());
    int number = 0;
    const auto [stop, problem] =
        std::from_chars(release.data() + begin, release.data() + end, number);
    if (problem != std::errc() || stop != release.data() + end) return {};
    numbers.push_back(number);
    begin = end + 1;
  }
  numbers.push_back(0);
  return numbers;
}

}  // namespace

bool earlier_release(std::string_view a, std::string_view b) {
  const std::vector<int> left = numbers_of(a);
  const std::vector<int> right = numbers_of(b);
  return left == right ? a < b : left < right;
}

std::string release_span(const std::vector<std::string>& releases) {
  if (releases.empty()) return "";
  if (releases.size() == 1) return releases.front();
  return releases.front() + "…" + releases.back();
}

}  // namespace etalon
