#include "conformance/common/near.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace etalon {

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> rows(a.size() + 1, std::vector<size_t>(b.size() + 1));
  std::iota(rows[0].begin(), rows[0].end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    rows[i][0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      rows[i][j] = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, replaced});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows.back().back();
}

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::vector<std::string> near_words(const std::string& word,
                                    const std::vector<std::string>& known) {
  constexpr size_t most = 5;
  constexpr size_t longest = 200;  // of a word that is compared letter by letter
  const std::string wanted = lower_case(word);
  if (wanted.empty() || wanted.size() > longest) return {};
  const size_t limit = std::clamp<size_t>(wanted.size() / 3, 1, 3);
  std::vector<std::pair<size_t, std::string>> ranked;
  for (const std::string& candidate : known) {
    const std::string text = lower_case(candidate);
    size_t distance = limit + 1;
    if (wanted.size() >= 3 && text.find(wanted) != std::string::npos) distance = 1;
    const size_t lengths =
        std::max(text.size(), wanted.size()) - std::min(text.size(), wanted.size());
    if (lengths <= limit) distance = std::min(distance, edit_distance(wanted, text));
    if (distance <= limit) ranked.emplace_back(distance, candidate);
  }
  std::sort(ranked.begin(), ranked.end());
  ranked.erase(std::unique(ranked.begin(), ranked.end()), ranked.end());
  std::vector<std::string> words;
  for (const auto& [distance, text] : ranked) {
    if (words.size() < most) words.push_back(text);
  }
  return words;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::vector<std::string> near = near_words(word, known);
  return near.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(near, ", "));
}

}  // namespace etalon
