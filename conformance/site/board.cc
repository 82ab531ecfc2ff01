#include "conformance/site/board.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/cases/releases.h"
#include "conformance/common/file_names.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/judge/result.h"
#include "conformance/reports/page/html.h"

namespace etalon::site {

namespace {

constexpr std::string_view names[word_count] = {"wrong",   "unlikely",    "refused",
                                                "unknown", "unsupported", "not tried",
                                                "open",    "rounding",    "same"};

// The file of the newest release; empty where there is none.
std::filesystem::path newest_board() {
  std::filesystem::path newest;
  const std::filesystem::path folder = data_folder() / "scoreboard";
  if (!std::filesystem::is_directory(folder)) return newest;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::filesystem::path& file = entry.path();
    if (file.extension() != ".json") continue;
    if (!earlier_release(file.stem().string(), newest.stem().string())) newest = file;
  }
  return newest;
}

using Letters = std::map<char, std::string>;
Letters letters_of(const nlohmann::json& written) {
  Letters letters;
  for (const auto& [word, letter] : written.items()) {
    const auto text = letter.get<std::string>();
    if (text.size() != 1) throw InvalidInput("\"{}\": a letter is expected", word);
    letters[text[0]] = word;
  }
  return letters;
}

// The words of a text of letters.
std::vector<std::string> spelled(const std::string& text, const Letters& letters, size_t cases) {
  if (text.size() != cases) {
    throw InvalidInput("{} letters are expected, not {}", cases, text.size());
  }
  std::vector<std::string> words;
  for (const char letter : text) {
    const auto found = letters.find(letter);
    if (found == letters.end()) throw InvalidInput("the letter '{}' is unknown", letter);
    words.push_back(found->second);
  }
  return words;
}

// "missing" is of a case that was not run, the verdict "none" of one whose outputs were not judged.
std::vector<Word> words_from(const std::vector<std::string>& statuses,
                             const std::vector<std::string>& verdicts) {
  std::vector<Word> words;
  for (size_t i = 0; i < statuses.size(); ++i) {
    std::optional<Grade> judged;
    if (verdicts[i] != "none") judged = grade_named(verdicts[i]);
    words.push_back(statuses[i] == "missing"
                        ? Word::not_tried
                        : word_named(word_of(status_named(statuses[i]), judged)));
  }
  return words;
}

BoardRuntime runtime_from(const nlohmann::json& written, const Letters& statuses,
                          const Letters& verdicts, size_t cases) {
  BoardRuntime read = {field<std::string>(written, "name"),
                       field<std::string>(written, "version"),
                       field<std::string>(written, "date"),
                       field<std::string>(written, "adapter"),
                       {},
                       {},
                       {},
                       {}};
  const auto read_spelled = [&](const nlohmann::json& from, const char* key,
                                const Letters& letters) {
    return spelled(field<std::string>(from, key), letters, cases);
  };
  naming(read.name, [&] {
    read.statuses = read_spelled(written, "statuses", statuses);
    read.words = words_from(read.statuses, read_spelled(written, "verdicts", verdicts));
    if (written.contains("constants")) {
      const nlohmann::json& constants = written.at("constants");
      read.constants = words_from(read_spelled(constants, "statuses", statuses),
                                  read_spelled(constants, "verdicts", verdicts));
    }
    read_field(written, "messages", read.messages);
  });
  return read;
}

std::string sound_text(const Tally& tally) {
  if (tally.tried() == 0) return "not tried";
  return fmt::format("{} of {}", tally.sound(), tally.tried());
}

// "2 wrong", "1 rounding": each word but "same", the worst first.
std::vector<std::string> others_in(const Tally& tally, std::string_view space) {
  std::vector<std::string> others;
  if (tally.tried() == 0) return others;
  for (size_t i = 0; i < word_count; ++i) {
    const auto word = static_cast<Word>(i);
    if (word == Word::same || tally.of(word) == 0) continue;
    others.push_back(fmt::format("{}{}{}", tally.of(word), space, name(word)));
  }
  return others;
}

}  // namespace

std::string_view name(Word word) { return names[static_cast<size_t>(word)]; }

Word word_named(std::string_view name) {
  const auto found = std::find(std::begin(names), std::end(names), name);
  if (found == std::end(names)) throw InvalidInput("the verdict '{}' is unknown", name);
  return static_cast<Word>(found - std::begin(names));
}

Board read_board(const nlohmann::json& written) {
  Board read;
  read_field(written, "release", read.release);
  for (const auto& [label, cases] : written.at("cases").items()) {
    const size_t begin = read.cases.size();
    for (const nlohmann::json& one : cases) read.cases.push_back(one.get<std::string>());
    read.operators[label] = {begin, read.cases.size()};
  }
  const Letters statuses = letters_of(written.at("statuses"));
  const Letters verdicts = letters_of(written.at("verdicts"));
  each_entry(written, "runtimes", [&](const nlohmann::json& runtime) {
    read.runtimes.push_back(runtime_from(runtime, statuses, verdicts, read.cases.size()));
  });
  return read;
}

const Board& board() {
  static const Board read = [] {
    const std::filesystem::path file = newest_board();
    if (file.empty()) return Board();
    return naming(file.string(), [&] { return read_board(read_json(file)); });
  }();
  return read;
}

int Tally::tried() const {
  int all = 0;
  for (const int count : counts) all += count;
  return all - of(Word::not_tried);
}

int Tally::sound() const { return of(Word::same) + of(Word::rounding) + of(Word::open); }

Word Tally::worst() const {
  if (tried() == 0) return Word::not_tried;
  const auto first =
      std::find_if(counts.begin(), counts.end(), [](int count) { return count > 0; });
  return static_cast<Word>(first - counts.begin());
}

Tally tally_of(const std::vector<Word>& words, std::pair<size_t, size_t> cases) {
  Tally tally;
  for (size_t i = cases.first; i < cases.second; ++i) tally.add(words[i]);
  return tally;
}

std::string tally_text(const Tally& tally) {
  const std::vector<std::string> others = others_in(tally, " ");
  return fmt::format("{}{}{}", sound_text(tally), others.empty() ? "" : ", ",
                     fmt::join(others, ", "));
}

std::string constants_text(const BoardRuntime& runtime, std::pair<size_t, size_t> cases) {
  if (runtime.constants.empty()) return "";
  const Tally tally = tally_of(runtime.constants, cases);
  if (tally.counts == tally_of(runtime.words, cases).counts) return "";
  return "with constant inputs: " + sound_text(tally);
}

std::string tally_markup(const Tally& tally, std::string_view address) {
  const std::vector<std::string> others = others_in(tally, "&nbsp;");
  return fmt::format(
      "<a class=\"cell w{}\" href=\"{}\"><b>{}</b>{}</a>", static_cast<int>(tally.worst()),
      html_text(address), sound_text(tally),
      others.empty() ? "" : fmt::format(" <span>{}</span>", fmt::join(others, ", ")));
}

std::string cell_address(std::string_view root, std::string_view label, std::string_view runtime) {
  return fmt::format("{}scoreboard.html#cell={}&at={}", root, file_name_of(label),
                     file_name_of(runtime));
}

}  // namespace etalon::site
