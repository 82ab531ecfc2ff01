#include "conformance/corpus/case_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "conformance/cases/checksum.h"
#include "engine/loader/serialization.h"

namespace etalon {

namespace {

constexpr size_t digits = 10;

std::string digits_of(const CaseFiles& files) {
  Checksum sum;
  sum.add(files.model);
  for (const auto& [name, value] : files.sets.at(0).inputs) sum.add(serialize_value(value, name));
  return sum.text().substr(0, digits);
}

// Of some letters, digits and single underscores: "tensor(float)" → "tensor_float".
std::string word(std::string_view text) {
  constexpr size_t most = 24;
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0) {
      result += static_cast<char>(std::tolower(byte));
    } else if (!result.empty() && result.back() != '_') {
      result += '_';
    }
  }
  result.resize(std::min(result.size(), most));
  while (!result.empty() && result.back() == '_') result.pop_back();
  return result;
}

bool is_type(const Schema& schema, const Point& point) {
  return schema.constraint(point.factor) != nullptr;
}

std::string level_word(const std::string& level) {
  if (level == "0") return "zero";
  return level == "-0" ? "minus_zero" : word(level);
}

// "shape X: rank 0" → "x_rank_0", "values B: nan" → "nan_b", "input B: absent" → "without_b",
// "axis: negative" → "axis_negative", "axis: absent" → "no_axis". The only input is not named.
std::string words_of(const Schema& schema, const Point& point) {
  const size_t space = point.factor.find(' ');
  const bool of_attribute = space == std::string::npos;
  const std::string name = word(of_attribute ? point.factor : point.factor.substr(space + 1));
  if (of_attribute) return point.level == "absent" ? "no_" + name : name + "_" + word(point.level);
  if (point.level == "absent") return "without_" + name;
  if (point.level == "present") return "with_" + name;
  const std::string level = level_word(point.level);
  if (schema.inputs.size() == 1) return level;
  return point.factor.starts_with("shape ") ? name + "_" + level : level + "_" + name;
}

// The points that tell most: the rarest ones, those of which no name tells more than another first.
std::vector<Point> rarest(const Schema& schema, const std::vector<Point>& points,
                          const PointCounts& counts) {
  constexpr size_t most = 2;
  std::vector<Point> rare;
  for (const Point& point : points) {
    const bool says_little = is_type(schema, point) || point.level == "ordinary" ||
                             point.level == "default" || point.level == "primes";
    if (!says_little) rare.push_back(point);
  }
  std::stable_sort(rare.begin(), rare.end(),
                   [&](const Point& a, const Point& b) { return counts.at(a) < counts.at(b); });
  rare.resize(std::min(rare.size(), most));
  return rare;
}

}  // namespace

PointCounts counted(const std::vector<SelectedCase>& cases) {
  PointCounts counts;
  for (const SelectedCase& one : cases) {
    for (const Point& point : one.points) ++counts[point];
  }
  return counts;
}

std::string case_name(const Schema& schema, const SelectedCase& selected,
                      const PointCounts& counts) {
  std::vector<std::string> words{
      fmt::format("test_{}_v{}", word(schema.name), schema.since_version)};
  if (!selected.files.step.empty()) {
    words.insert(words.end(), {"refused", word(selected.files.step)});
  }
  const auto type = std::find_if(selected.points.begin(), selected.points.end(),
                                 [&](const Point& point) { return is_type(schema, point); });
  if (type != selected.points.end()) words.push_back(word(type->level));
  for (const Point& point : rarest(schema, selected.points, counts)) {
    words.push_back(words_of(schema, point));
  }
  words.push_back(digits_of(selected.files));
  return fmt::format("{}", fmt::join(words, "_"));
}

std::string identity_of_path(std::string_view path) {
  const size_t name = path.rfind('/') + 1;
  const size_t last = path.size() - std::min(digits, path.size() - name);
  return std::string(path.substr(0, name)).append(path.substr(last));
}

}  // namespace etalon
