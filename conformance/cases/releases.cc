#include "conformance/cases/releases.h"

#include <charconv>

namespace etalon {

namespace {

// The numbers between the dots; empty when a part is not a number.
std::vector<int> numbers_of(std::string_view release) {
  std::vector<int> numbers;
  for (size_t begin = 0; begin <= release.size();) {
    const size_t end = std::min(release.find('.', begin), release.size());
    int number = 0;
    const auto [stop, problem] =
        std::from_chars(release.data() + begin, release.data() + end, number);
    if (problem != std::errc() || stop != release.data() + end) return {};
    numbers.push_back(number);
    begin = end + 1;
  }
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
